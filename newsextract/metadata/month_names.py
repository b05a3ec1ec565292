"""The names of the months in the languages of news, and the number that each stands for."""

from __future__ import annotations

import unicodedata

_LANGUAGES = {
    "English": "january/jan february/feb march/mar april/apr may june/jun july/jul august/aug "
    "september/sept/sep october/oct november/nov december/dec",
    "German": "januar/jänner/jan februar/feber/feb märz/mär/mrz april/apr mai juni/jun juli/jul august/aug "
    "september/sept/sep oktober/okt november/nov dezember/dez",
    "French": "janvier/janv février/févr/fév mars avril/avr mai juin juillet/juil août septembre octobre "
    "novembre décembre/déc",
    "Spanish": "enero/ene febrero marzo abril/abr mayo junio julio agosto/ago septiembre/setiembre/set "
    "octubre noviembre diciembre/dic",
    "Italian": "gennaio/gen febbraio marzo aprile maggio/mag giugno/giu luglio/lug agosto settembre "
    "ottobre/ott novembre dicembre",
    "Portuguese": "janeiro fevereiro/fev março abril maio/mai junho julho agosto setembro outubro/out "
    "novembro dezembro",
    "Catalan": "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
    "Romanian": "ianuarie/ian februarie martie aprilie mai iunie/iun iulie/iul august septembrie octombrie "
    "noiembrie decembrie",
    "Dutch": "januari februari maart/mrt april mei juni juli augustus september oktober november december",
    "Swedish": "januari februari mars april maj juni juli augusti september oktober november december",
    "Danish and Norwegian": "januar februar marts/mars april maj/mai juni juli august september oktober "
    "november december/desember/des",
    "Finnish": "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta "
    "syyskuuta lokakuuta marraskuuta joulukuuta",
    "Hungarian": "január február március április május június július augusztus szeptember október november "
    "december",
    "Polish": "stycznia/styczeń/sty lutego/luty/lut marca/marzec kwietnia/kwiecień/kwi maja/maj "
    "czerwca/czerwiec/cze lipca/lipiec/lip sierpnia/sierpień/sie września/wrzesień/wrz "
    "października/październik/paź listopada/listopad/lis grudnia/grudzień/gru",
    "Czech": "ledna/leden února/únor března/březen dubna/duben května/květen června/červen "
    "července/červenec srpna/srpen září října/říjen listopadu prosince/prosinec",
    "Slovak": "januára februára marca apríla mája júna júla augusta septembra októbra novembra decembra",
    "Turkish": "ocak/oca şubat/şub mart nisan/nis mayıs haziran/haz temmuz/tem ağustos/ağu eylül/eyl "
    "ekim/eki kasım/kas aralık/ara",
    "Indonesian": "januari februari maret april mei juni juli agustus september oktober november desember",
    "Greek": "ιανουαρίου/ιανουάριος/ιαν φεβρουαρίου/φεβρουάριος/φεβ μαρτίου/μάρτιος/μαρ "
    "απριλίου/απρίλιος/απρ μαΐου/μάιος/μαϊ/μαι ιουνίου/ιούνιος/ιουν ιουλίου/ιούλιος/ιουλ "
    "αυγούστου/αύγουστος/αυγ σεπτεμβρίου/σεπτέμβριος/σεπ/σεπτ οκτωβρίου/οκτώβριος/οκτ "
    "νοεμβρίου/νοέμβριος/νοε/νοεμ δεκεμβρίου/δεκέμβριος/δεκ",
    "Greek, as spoken": "γενάρη φλεβάρη μάρτη απρίλη μάη ιούνη ιούλη αύγουστο σεπτέμβρη οκτώβρη "
    "νοέμβρη δεκέμβρη",
    "Russian": "января/январь/янв февраля/февраль/фев марта/март/мар апреля/апрель/апр мая/май "
    "июня/июнь/июн июля/июль/июл августа/август/авг сентября/сентябрь/сен/сент "
    "октября/октябрь/окт ноября/ноябрь/ноя/нояб декабря/декабрь/дек",
    "Ukrainian": "січня/січень/січ лютого/лютий/лют березня/березень/бер квітня/квітень/квіт травня/травень "
    "червня/червень липня/липень серпня/серпень вересня/вересень жовтня/жовтень листопада/листопад "
    "грудня/грудень",
    "Bulgarian": "януари февруари март април май юни юли август септември октомври ноември декември",
}


def _bare(name: str) -> str:
    """Capital letters are often written without their accents, and some months with or without."""
    decomposed = unicodedata.normalize("NFD", name.casefold())
    return "".join(character for character in decomposed if not unicodedata.combining(character))


_NUMBERS = {
    _bare(form): number
    for names in _LANGUAGES.values()
    for number, forms in enumerate(names.split(), 1)
    for form in forms.split("/")
}
"""No name stands for two months in these languages. In Croatian, ``listopad`` is October and not November,
which is why Croatian is left out."""


def month_number(name: str) -> int:
    """1 to 12; 0 for a word that names no month."""
    return _NUMBERS.get(_bare(name), 0)
