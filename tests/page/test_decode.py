"""Truth tables of decoding: bytes and declarations in, text, encoding and its source out."""

from __future__ import annotations

import codecs
import encodings
import pkgutil
import time
from encodings.aliases import aliases

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from newsextract.page.decode import DECLARATION_BYTES, Decoded, decode
from newsextract.page.encodings import encoding_of

CHINESE = "北京市气象台今天上午发布暴雨黄色预警，预计未来六小时内部分地区降雨量将超过五十毫米。"
CHINESE_RARE = "村民朱𠮷生与㐂田先生昨天在镇上的图书馆签署了捐赠协议，共捐出三百多册旧书。"
TAIWANESE = "台北市政府昨天宣布，明年起將增加三條公車路線，方便居民前往醫院與學校。"
CANTONESE = "佢哋話聽日會喺碼頭度等，咁啲街坊就唔使再行咁遠嘅路去買餸。"
JAPANESE = "気象庁は七日、関東地方で梅雨入りしたとみられると発表した。平年より三日遅い。"
JAPANESE_MARKS = "①髙橋社長は㈱みなと製作所の新しい工場を七月に稼働させると発表した。"
KOREAN = "기상청은 오늘 오후부터 내일 아침까지 남부 지방에 많은 비가 내릴 것으로 내다봤다."
KOREAN_RARE = "드라마 똠방각하가 다음 달부터 다시 방송된다고 방송국이 오늘 밝혔다."
RUSSIAN = "Городские власти объявили вчера, что новый мост через реку откроется в конце сентября."
UKRAINIAN = "Міська рада повідомила, що ґрунтову дорогу до їхнього села відремонтують восени."
GREEK = "Άνοιξε χθες η νέα βιβλιοθήκη του δήμου, όπου οι κάτοικοι μπορούν να διαβάζουν έως αργά."
POLISH = "Władze miasta ogłosiły, że w przyszłym tygodniu ruszy budowa ścieżki rowerowej wzdłuż Wisły."
CZECH = "Příští týden začne oprava mostu přes řeku, řidiči musí počítat s několika objížďkami."
TURKISH = "Belediye başkanı dün yaptığı açıklamada yeni köprünün gelecek yıl açılacağını söyledi."
THAI = "กรมอุตุนิยมวิทยาประกาศว่าพรุ่งนี้จะมีฝนตกหนักในหลายจังหวัดทางภาคใต้"
HEBREW = "העירייה הודיעה אתמול כי הספרייה החדשה תיפתח לקהל בתחילת החודש הבא."
ARABIC = "أعلنت البلدية أمس أن المكتبة الجديدة ستفتح أبوابها للجمهور في بداية الشهر القادم."
GERMAN = "Der Bürgermeister hat gestern angekündigt, dass die Brücke über den Fluss größer wird."
FRENCH = "La mairie a annoncé hier que le musée fermera ses portes dès février pour être rénové."


def page(sentence: str, head: str = "") -> str:
    return f"<html><head>{head}<title>{sentence}</title></head>\n<body><p>{sentence}</p></body></html>\n"


def meta(label: str) -> str:
    return f'<meta http-equiv="Content-Type" content="text/html; charset={label}">'


LEGACY = [
    # sentence, label in the page or the header, codec that wrote the bytes, encoding it is read with
    (CHINESE, "gb2312", "gb2312", "gbk"),
    (CHINESE, "GBK", "gbk", "gbk"),
    (CHINESE_RARE, "gb2312", "gb18030", "gbk"),
    (CHINESE_RARE, "gb18030", "gb18030", "gb18030"),
    (TAIWANESE, "big5", "big5", "big5"),
    (CANTONESE, "Big5-HKSCS", "big5hkscs", "big5"),
    (JAPANESE, "Shift_JIS", "shift_jis", "shift_jis"),
    (JAPANESE_MARKS, "x-sjis", "cp932", "shift_jis"),
    (JAPANESE, "EUC-JP", "euc_jp", "euc-jp"),
    (JAPANESE, "iso-2022-jp", "iso2022_jp", "iso-2022-jp"),
    (KOREAN, "euc-kr", "euc_kr", "euc-kr"),
    (KOREAN_RARE, "ks_c_5601-1987", "cp949", "euc-kr"),
    (RUSSIAN, "windows-1251", "cp1251", "windows-1251"),
    (RUSSIAN, "koi8-r", "koi8_r", "koi8-r"),
    (RUSSIAN, "iso-8859-5", "iso8859_5", "iso-8859-5"),
    (RUSSIAN, "ibm866", "cp866", "ibm866"),
    (UKRAINIAN, "koi8-u", "koi8_u", "koi8-u"),
    (GREEK, "iso-8859-7", "iso8859_7", "iso-8859-7"),
    (GREEK, "windows-1253", "cp1253", "windows-1253"),
    (POLISH, "iso-8859-2", "iso8859_2", "iso-8859-2"),
    (POLISH, "windows-1250", "cp1250", "windows-1250"),
    (CZECH, "latin2", "iso8859_2", "iso-8859-2"),
    (TURKISH, "iso-8859-9", "iso8859_9", "windows-1254"),
    (THAI, "tis-620", "tis_620", "windows-874"),
    (HEBREW, "windows-1255", "cp1255", "windows-1255"),
    (ARABIC, "windows-1256", "cp1256", "windows-1256"),
    (GERMAN, "iso-8859-1", "cp1252", "windows-1252"),
    (FRENCH, "iso-8859-15", "iso8859_15", "iso-8859-15"),
]


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_declared_in_the_header(sentence: str, label: str, codec: str, encoding: str) -> None:
    text = page(sentence)
    decoded = decode(text.encode(codec), header=f"text/html; charset={label}")
    assert decoded == Decoded(text, encoding, "header", 0)


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_declared_in_the_page(sentence: str, label: str, codec: str, encoding: str) -> None:
    text = page(sentence, meta(label))
    assert decode(text.encode(codec), header="text/html") == Decoded(text, encoding, "meta", 0)


UNDECLARED_NAMES = {
    # Encodings that write these sentences with the same bytes, and the one that the detector names.
    "gb18030": "gbk",
    "koi8-r": "koi8-u",
    "iso-8859-15": "windows-1252",
}


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_undeclared(sentence: str, label: str, codec: str, encoding: str) -> None:
    text = page(sentence)
    expected = UNDECLARED_NAMES.get(encoding, encoding)
    assert decode(text.encode(codec)) == Decoded(text, expected, "detected", 0)


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_utf8_that_claims_to_be_something_else(sentence: str, label: str, codec: str, encoding: str) -> None:
    text = page(sentence, meta(label))
    assert decode(text.encode(), header=label) == Decoded(text, "utf-8", "detected", 0)


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_legacy_page_that_claims_to_be_utf8(sentence: str, label: str, codec: str, encoding: str) -> None:
    text = page(sentence, meta("utf-8"))
    expected = UNDECLARED_NAMES.get(encoding, encoding)
    assert decode(text.encode(codec), header="utf-8") == Decoded(text, expected, "detected", 0)


@pytest.mark.parametrize(("sentence", "label", "codec", "encoding"), LEGACY)
def test_wrong_header_gives_way_to_the_right_meta(
    sentence: str, label: str, codec: str, encoding: str
) -> None:
    text = page(sentence, meta(label))
    assert decode(text.encode(codec), header="utf-8") == Decoded(text, encoding, "meta", 0)


@pytest.mark.parametrize(
    ("header", "encoding"),
    [
        ("text/html; charset=windows-1251", "windows-1251"),
        ('text/html;charset="windows-1251"', "windows-1251"),
        ("text/html; charset='cp1251'", "windows-1251"),
        ("TEXT/HTML; CHARSET = Windows-1251 ; q=1", "windows-1251"),
        ("text/html; charset=windows-1251, text/html", "windows-1251"),
        ("charset=x-cp1251", "windows-1251"),
        ("  windows-1251  ", "windows-1251"),
    ],
)
def test_forms_of_the_header(header: str, encoding: str) -> None:
    assert decode(page(RUSSIAN).encode("cp1251"), header=header) == Decoded(
        page(RUSSIAN), encoding, "header", 0
    )


HEADS = [
    # head of a page, the encoding it names
    ("<meta charset=gbk>", "gbk"),
    ('<meta charset="gbk"/>', "gbk"),
    ("<meta charset=gbk/>", "gbk"),
    ("<META CHARSET = ' GBK '>", "gbk"),
    ('<meta data-x="1" charset="gbk">', "gbk"),
    ('<meta\n\tcharset\n=\n"gbk"\n>', "gbk"),
    ('<meta content="text/html;charset=gbk" http-equiv=content-type>', "gbk"),
    ("<meta http-equiv='CONTENT-TYPE' content='text/html; charset=\"gbk\"'>", "gbk"),
    ('<meta name="Content-Type" content="text/html; charset=gbk">', "gbk"),
    ('<meta charset="hex"><meta charset="gbk">', "gbk"),
    ('<meta charset="gbk"><meta charset="big5">', "gbk"),
    ('<!-- <meta charset="big5"> --><meta charset="gbk">', "gbk"),
    ('<!--><meta charset="gbk">', "gbk"),
    ('<!--[if IE]><meta charset="big5"><![endif]--><meta charset="gbk">', "gbk"),
    ('<script>document.write(\'<meta charset="big5">\')</script><meta charset="gbk">', "gbk"),
    ('<STYLE>/* <meta charset="big5"> */</STYLE ><meta charset="gbk">', "gbk"),
    ('<title><meta charset="big5"></title><meta charset="gbk">', "gbk"),
    ('<metadata charset="big5"><meta charset="gbk">', "gbk"),
    ('<meta name="description" content="charset=big5"><meta charset="gbk">', "gbk"),
    ('<meta http-equiv="refresh" content="5; charset=big5"><meta charset="gbk">', "gbk"),
    ("<script>" + "var x = 1;\n" * 5_000 + '</script><meta charset="gbk">', "gbk"),
]


@pytest.mark.parametrize(("head", "encoding"), HEADS)
def test_forms_of_the_meta_tag(head: str, encoding: str) -> None:
    text = page(CHINESE, head)
    assert decode(text.encode("gb18030")) == Decoded(text, encoding, "meta", 0)


@pytest.mark.parametrize(
    "head",
    [
        '<!-- <meta charset="big5"> -->',
        "<script>'<meta charset=\"big5\">'</script>",
        '<meta name="keywords" content="charset=big5">',
        '<meta http-equiv="X-Content-Type" content="text/html; charset=big5">',
        '<meta http-equiv="Content-Type" content="text/html">',
        '<meta charset="hex">',
        "<meta charset>",
        " " * DECLARATION_BYTES + '<meta charset="big5">',
    ],
)
def test_heads_that_name_no_encoding(head: str) -> None:
    text = page(CHINESE, head)
    assert decode(text.encode("gb18030")) == Decoded(text, "gbk", "detected", 0)


def test_xml_declaration_stands_in_for_meta() -> None:
    text = '<?xml version="1.0" encoding="windows-1251"?>\n' + page(RUSSIAN)
    assert decode(text.encode("cp1251")) == Decoded(text, "windows-1251", "meta", 0)


def test_meta_outweighs_the_xml_declaration() -> None:
    text = '<?xml version="1.0" encoding="big5"?>\n' + page(CHINESE, meta("gbk"))
    assert decode(text.encode("gbk")) == Decoded(text, "gbk", "meta", 0)


@pytest.mark.parametrize(
    ("mark", "codec", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8", "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le", "utf-16le"),
        (codecs.BOM_UTF16_BE, "utf-16-be", "utf-16be"),
        (codecs.BOM_UTF32_LE, "utf-32-le", "utf-32le"),
        (codecs.BOM_UTF32_BE, "utf-32-be", "utf-32be"),
    ],
)
@pytest.mark.parametrize("header", [None, "gbk", "utf-8", "utf-16le", "utf-16be", "iso-8859-1", "hex"])
def test_byte_order_mark_outweighs_all(mark: bytes, codec: str, encoding: str, header: str | None) -> None:
    text = page(CHINESE, meta("big5"))
    assert decode(mark + text.encode(codec), header=header) == Decoded(text, encoding, "bom", 0)


def test_mark_of_utf8_before_a_page_in_gbk_is_not_believed() -> None:
    text = page(CHINESE * 20, meta("gbk"))
    decoded = decode(codecs.BOM_UTF8 + text.encode("gbk"))
    assert (decoded.encoding, decoded.source) == ("gbk", "meta")
    assert decoded.text.endswith(text)


def test_every_mark_at_the_start_is_dropped() -> None:
    assert decode("\ufeff\ufeff\x00\ufeff<p>é</p>".encode()).text == "<p>é</p>"
    assert decode("\ufeff\ufeff<p>é</p>").text == "<p>é</p>"


@pytest.mark.parametrize(
    ("codec", "header", "encoding", "source"),
    [
        ("utf-16-le", None, "utf-16le", "detected"),
        ("utf-16-be", None, "utf-16be", "detected"),
        ("utf-16-le", "utf-16", "utf-16le", "header"),
        ("utf-16-be", "utf-16be", "utf-16be", "header"),
        ("utf-16-be", "utf-16", "utf-16be", "detected"),
        ("utf-16-le", "utf-8", "utf-16le", "detected"),
        ("utf-8", "utf-16", "utf-8", "meta"),
        ("utf-8", None, "utf-8", "meta"),
    ],
)
def test_utf16_without_a_mark(codec: str, header: str | None, encoding: str, source: str) -> None:
    text = page(CHINESE, meta("utf-16"))
    assert decode(text.encode(codec), header=header) == Decoded(text, encoding, source, 0)


def test_utf16_in_the_header_of_a_legacy_page_is_passed_over() -> None:
    text = page(RUSSIAN)
    assert decode(text.encode("cp1251"), header="utf-16") == Decoded(text, "windows-1251", "detected", 0)


@pytest.mark.parametrize(
    ("body", "header", "encoding", "source"),
    [
        (b"<p>plain</p>", None, "utf-8", "detected"),
        (b"<p>plain</p>", "text/html", "utf-8", "detected"),
        (b"<p>plain</p>", "gb2312", "gbk", "header"),
        (b"<p>plain</p>", "utf-16", "utf-8", "detected"),
        (b"<meta charset=latin1><p>plain</p>", None, "windows-1252", "meta"),
        (b"", None, "utf-8", "detected"),
        (b"", "big5", "big5", "header"),
    ],
)
def test_ascii_is_what_it_is_declared_to_be(
    body: bytes, header: str | None, encoding: str, source: str
) -> None:
    assert decode(body, header=header) == Decoded(body.decode("ascii"), encoding, source, 0)


def test_escapes_of_iso_2022_jp_outweigh_a_wrong_header() -> None:
    text = page(JAPANESE)
    assert decode(text.encode("iso2022_jp"), header="utf-8") == Decoded(text, "iso-2022-jp", "detected", 0)


def test_stray_escapes_are_not_japanese() -> None:
    assert decode(b"<p>\x1b$ 5 \x1b[0m</p>") == Decoded("<p>$ 5 [0m</p>", "utf-8", "detected", 0)


@pytest.mark.parametrize("header", ["iso-8859-1", "windows-1252", "us-ascii"])
def test_one_utf8_character_is_enough_against_western_labels(header: str) -> None:
    assert decode("<p>café</p>".encode(), header=header) == Decoded("<p>café</p>", "utf-8", "detected", 0)


def test_few_bytes_that_gbk_can_read_stay_gbk() -> None:
    # C2 A9 is 漏 in GBK and © in UTF-8: two bytes prove nothing against the declaration.
    assert decode(b"<p>\xc2\xa9 2024</p>", header="gbk") == Decoded("<p>漏 2024</p>", "gbk", "header", 0)
    assert decode(b"<p>\xc2\xa9 2024</p>") == Decoded("<p>© 2024</p>", "utf-8", "detected", 0)


@pytest.mark.parametrize("header", [None, "utf-8", "iso-8859-1", "gbk"])
def test_utf8_with_broken_bytes_stays_utf8(header: str | None) -> None:
    # Three characters of the sentence lose their last byte; what is left of each becomes one U+FFFD.
    body = page(CHINESE).encode()
    for character in "京暴五":
        body = body.replace(character.encode(), character.encode()[:2], 1)
    decoded = decode(body, header=header)
    assert (decoded.encoding, decoded.replaced, decoded.text.count("\ufffd")) == ("utf-8", 3, 3)
    assert decoded.source == ("header" if header == "utf-8" else "detected")


@pytest.mark.parametrize("header", [None, "utf-8", "iso-8859-1", "gbk"])
@pytest.mark.parametrize("lost", [1, 2])
def test_utf8_cut_off_within_a_character(header: str | None, lost: int) -> None:
    decoded = decode(CHINESE.encode()[:-lost], header=header)
    assert decoded.text == CHINESE[:-1] + "\ufffd"
    assert (decoded.encoding, decoded.replaced) == ("utf-8", 1)


@pytest.mark.parametrize(("codec", "header"), [("gbk", None), ("gbk", "gbk"), ("gbk", "utf-8")])
def test_gbk_cut_off_within_a_character(codec: str, header: str | None) -> None:
    decoded = decode(CHINESE.encode(codec)[:-1], header=header)
    assert decoded.text == CHINESE[:-1] + "\ufffd"
    assert decoded.replaced == 1


def test_declared_encoding_with_few_errors_is_kept() -> None:
    # 84 characters of two bytes and one stray byte: 1 of 169 bytes, below one in a hundred.
    sentence = (CHINESE * 2)[:84]
    decoded = decode(b"\xff" + sentence.encode("gbk"), header="gbk")
    assert decoded == Decoded("\ufffd" + sentence, "gbk", "header", 1)


def test_declared_encoding_with_many_errors_gives_way() -> None:
    text = page(RUSSIAN)
    assert decode(text.encode("cp1251"), header="big5") == Decoded(text, "windows-1251", "detected", 0)


def test_pound_signs_do_not_make_an_english_page_polish() -> None:
    text = page("The council will spend £45,000 on the bridge. " + "It was built in the last century. " * 100)
    assert decode(text.encode("cp1252")) == Decoded(text, "windows-1252", "detected", 0)


def test_undefined_bytes_of_windows_1252_are_replaced() -> None:
    body = page(FRENCH).encode("cp1252") + b"\x81"
    decoded = decode(body, header="iso-8859-1")
    assert decoded == Decoded(page(FRENCH) + "\ufffd", "windows-1252", "header", 1)


@pytest.mark.parametrize(
    ("body", "text"),
    [
        (b"a\x00b\x01c\x1fd\x1be", "abcde"),
        (b"tab\tline\nform\x0creturn\r\n", "tab\tline\nform\x0creturn\r\n"),
        (b"one\x0btwo", "one\ntwo"),
        ("é\x00\x07 ü".encode(), "é ü"),
        ("\x00中\x08文".encode("gbk") + CHINESE.encode("gbk"), "中文" + CHINESE),
        ("<p>\x00a\x01b\x0bc</p>".encode("utf-16"), "<p>ab\nc</p>"),
        ("a\x00b\x1cc\x0bd", "abc\nd"),
    ],
)
def test_controls_are_removed(body: bytes | str, text: str) -> None:
    assert decode(body).text == text


@pytest.mark.parametrize(
    ("given", "text", "replaced"),
    [
        ("plain", "plain", 0),
        ("\ufeff<p>é</p>", "<p>é</p>", 0),
        ("lone \ud83d high", "lone \ufffd high", 1),
        ("lone \ude00 low \ud83d", "lone \ufffd low \ufffd", 2),
        ("pair \ud83d\ude00", "pair 😀", 0),
        ("own \ufffd and \udfff", "own \ufffd and \ufffd", 1),
        ("", "", 0),
    ],
)
def test_text_is_taken_as_it_is(given: str, text: str, replaced: int) -> None:
    assert decode(given, header="gbk") == Decoded(text, "", "text", replaced)


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview])
def test_kinds_of_bytes(kind: type[bytes] | type[bytearray] | type[memoryview]) -> None:
    text = page(POLISH, meta("iso-8859-2"))
    assert decode(kind(text.encode("iso8859_2"))) == Decoded(text, "iso-8859-2", "meta", 0)


PYTHON_CODECS = sorted(
    {*aliases, *aliases.values(), *(module.name for module in pkgutil.iter_modules(encodings.__path__))}
)


@pytest.mark.parametrize("label", PYTHON_CODECS)
def test_no_python_codec_harms_a_utf8_page(label: str) -> None:
    text = page(CHINESE, f'<meta charset="{label}">')
    for header in (None, label, f"text/html; charset={label}"):
        decoded = decode(text.encode(), header=header)
        assert (decoded.text, decoded.encoding, decoded.replaced) == (text, "utf-8", 0)


@pytest.mark.parametrize("label", [name for name in PYTHON_CODECS if encoding_of(name) is None])
def test_codecs_that_the_web_does_not_know_are_as_good_as_no_label(label: str) -> None:
    text = page(RUSSIAN, f'<meta charset="{label}">')
    decoded = decode(text.encode("cp1251"), header=label)
    assert decoded == Decoded(text, "windows-1251", "detected", 0)


LABELS = st.sampled_from([*PYTHON_CODECS, "utf-16", "gb2312", "x-user-defined", "hz-gb-2312", "windows-874"])
FRAGMENTS = st.one_of(
    st.binary(max_size=40),
    st.sampled_from([mark for name, mark in vars(codecs).items() if name.startswith("BOM")]),
    st.sampled_from([b"\x1b$B", b"\x1b(B", b"\x00", b"\x80", b"\xff", b"\xed\xa0\x80", b"<!--", b"<script>"]),
    st.sampled_from(
        [b"<meta charset=", b"<meta http-equiv=content-type content='charset=", b">", b"'", b'"']
    ),
    st.sampled_from([CHINESE, RUSSIAN, JAPANESE]).map(lambda sentence: sentence.encode("utf-16-le")),
    LABELS.map(lambda label: label.encode()),
    LABELS.map(lambda label: f"<meta charset={label}>".encode()),
)
ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=40)
HEADERS = st.one_of(st.none(), ANY_TEXT, LABELS, LABELS.map(lambda label: f"text/html; charset={label}"))


def assert_clean(decoded: Decoded) -> None:
    assert decoded.text.encode("utf-8").decode("utf-8") == decoded.text
    assert "\x00" not in decoded.text
    assert not decoded.text.startswith("\ufeff")
    assert 0 <= decoded.replaced <= decoded.text.count("\ufffd")


@settings(derandomize=True, deadline=None, max_examples=500)
@given(fragments=st.lists(FRAGMENTS, max_size=8), header=HEADERS)
def test_any_bytes_under_any_header(fragments: list[bytes], header: str | None) -> None:
    body = b"".join(fragments)
    decoded = decode(body, header=header)
    assert_clean(decoded)
    assert decoded.source in ("bom", "header", "meta", "detected")
    assert decode(body, header=header) == decoded


@settings(derandomize=True, deadline=None)
@given(text=ANY_TEXT)
def test_any_text(text: str) -> None:
    decoded = decode(text)
    assert_clean(decoded)
    assert (decoded.encoding, decoded.source) == ("", "text")


@pytest.mark.parametrize(
    "unit",
    [
        *(b"<meta ", b"<meta charset", b'<meta charset="', b"<meta a='", b"<meta a=b", b"<meta a=b>"),
        *(b"<!--", b"<!-- -->", b"<script", b"<script>", b"<title></title>", b"<", b"<?xml ", b"charset ="),
        *(
            b"'\"=",
            b" ",
            b"\x00",
            b"\x0b",
            b"\x1b$",
            b"\x1b$B-!",
            b"\x80",
            b"\xff",
            b"\xad\xa1",
            b"\xfe\xff ",
        ),
    ],
)
@pytest.mark.parametrize("header", [None, "euc-jp", "big5", "charset" + " " * 50_000])
def test_time_stays_linear_on_hostile_bytes(unit: bytes, header: str | None) -> None:
    # 100 kB take up to 0.1 s; anything quadratic would take minutes.
    body = b"<meta " + unit * (100_000 // len(unit)) + b">"
    started = time.process_time()
    decoded = decode(body, header=header)
    assert time.process_time() - started < 2
    assert_clean(decoded)


@pytest.mark.parametrize(
    ("body", "given"),
    [
        (b"<p>ascii", True),
        ("<p>é中".encode(), True),
        ("<p>é中", True),
        ("<p>é".encode("cp1252"), False),
        ("<p>é".encode("utf-16"), False),
        (b"\xef\xbb\xbf<p>\xc3\xa9", False),  # with a mark
        (b"<p>\xc3\xa9\x00", False),  # with a control
        (b"<p>" + "é".encode() * 9 + b"\xff", False),  # with a broken byte
    ],
)
def test_bytes_that_are_the_text_already_are_handed_on(body: bytes | str, given: bool) -> None:
    decoded = decode(body)
    assert decoded.utf8 == (decoded.text.encode() if given else None)
