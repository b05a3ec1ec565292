"""What happens around a crawl: workers, counts, progress, manifest."""
