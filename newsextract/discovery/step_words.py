"""Words in addresses that say what a page is: a story, a list of stories, or neither; in many languages.

They are what content systems and their editors call things, never the name of a site. Each is a whole step of
a path, or a word of a short step. Transliterations stand as addresses have them.
"""

from __future__ import annotations

STORY_STEPS = frozenset(
    "article articles artikel artikkel artikkeli artykul articulo articulos articolo artigo story "
    "stories wirestory entry entries post posts blogpost newsitem newsdetail news_detail newsview "
    "newsinfo shownews detail details content contents view viewarticle read reader show single item "
    "doc document noticia noticias notizia actualite nachricht meldung bericht beitrag nieuws nyhet "
    "uutinen wiadomosc novost novosti statya statja stat publikacia zprava clanek clanok hir cikk haber "
    "stire stiri vijest vest eidisi arthro berita baca kabar tin bai-viet a p n c cms cmsarticle amp "
    "print printversion archives".split()
)
"""Steps that stand before the name or number of a story."""

LIST_STEPS = frozenset(
    "section sections category categories cat channel channels column columns tag tags tagged topic "
    "topics theme themes subject subjects keyword keywords person people author authors by writer "
    "writers reporter reporters contributor contributors archive archiv archivo page pages pg list "
    "lists index indexes latest newest trending popular most-read mostread all more feed feeds series "
    "collection collections hub hubs rubric rubrics rubrik rubrika rubriki rubrique kategorie kategoria "
    "kategorija kategori kategorien categoria categorie seccion sezione secao ressort thema themen "
    "dossier dossiers etiqueta etiquetas mot-cle schlagwort autor autoren autore auteur avtor temat "
    "tema temi sujet sujets region regions issue issues edition editions lanmu zhuanti liebiao shows "
    "episodes originals".split()
)
"""Steps that stand before the name of a list, or are one."""

SERVICE_STEPS = frozenset(
    # accounts and shopping
    "login signin sign-in signup sign-up logout register registration account myaccount my-account "
    "subscribe subscription subscriptions abonnement abonnements abonnieren suscripcion suscribete "
    "newsletter newsletters cart checkout coupon coupons gutscheine vouchers anmelden connexion "
    "iniciar-sesion "
    # the publisher
    "about about-us aboutus contact contacts contact-us contactus impressum imprint kontakt contacto "
    "privacy-policy datenschutz terms-of-use terms-of-service tos agb disclaimer cookie-policy faq "
    "feedback advertise mediadaten accessibility sitemap site-map rss "
    # not text
    "video videos vid clip clips watch av player embed audio podcast podcasts live-tv livetv live-stream "
    "livestream gallery galleries galerie galeria galeries gallerie photogallery photos pictures fotos "
    "fotogalerie fotostrecke bildergalerie slideshow slideshows mediathek shipin tupian tuji "
    # services and talk
    "search suche buscar recherche szukaj poisk sousuo forum forums foren thread threads viewtopic "
    "showthread comments kommentare commentaires comentarios reply bbs recipe recipes rezept rezepte "
    "recettes receta recetas ricetta ricette przepisy sharer download downloads upload widget widgets "
    "adserver wp-login wp-admin wp-content cgi-bin".split()
)
"""Steps that lead to what is no story and no list of stories."""

SIDE_STEPS = frozenset(
    "profile profiles user users member members abo shop store boutique product products deals donate "
    "privacy terms legal policies policy copyright cookies help support advertising careers career jobs "
    "job stellenmarkt app apps cerca board boards comment horoscope horoscopes horoskop "
    "crossword crosswords puzzle puzzles calendar kalender schedule tv-guide tvguide programm "
    "classifieds anzeigen immobilien quote quotes share ads advert redirect out goto click api static "
    "assets".split()
)
"""Steps that mostly lead there, but stand in the addresses of stories as well."""

MIXED_STEPS = frozenset(
    "press play radio tv episode photo picture image images foto bilder slides cartoon cartoons "
    "media-center multimedia infographic weather wetter meteo tiempo pogoda games game quiz quizzes "
    "events event obituaries markets stocks scores scoreboard standings fixtures".split()
)
"""Steps that are a service on some sites, and on others a section of the paper with its stories."""

PAGE_ENDINGS = frozenset(
    "html htm shtml xhtml shtm php php3 php4 php5 asp aspx jsp jspx do cfm cgi pl stm dhtml phtml".split()
)
"""File endings of pages."""

DATA_ENDINGS = frozenset(
    "pdf jpg jpeg png gif webp svg ico bmp mp3 mp4 m4a m4v avi mov wmv flv ogg wav zip rar gz tgz tar "
    "7z exe apk dmg doc docx xls xlsx ppt pptx odt csv txt xml rss atom rdf json js css ics woff woff2 "
    "ttf eot epub mobi swf m3u8 torrent".split()
)
"""File endings of what is no page."""

ID_PARAMETERS = frozenset(
    "id aid nid newsid news_id articleid article_id artid art_id storyid story_id contentid content_id "
    "postid post_id docid doc_id itemid item_id tid idx no num number guid oid cid_article newsno arcid "
    "infoid a n art article story code sn idn idarticle idnews id_article id_news mid".split()
)
"""Query parameters whose number names a story."""

LIST_PARAMETERS = frozenset(
    "page pg paged pagenum page_no pageno start offset from_page pageindex currentpage seite cat "
    "category tag section rubric rubrik topic author feed".split()
)
"""Query parameters that name a list, or turn its pages."""

SEARCH_PARAMETERS = frozenset("q query search s keyword keywords kw wd suche searchword term".split())
"""Query parameters of a search."""
