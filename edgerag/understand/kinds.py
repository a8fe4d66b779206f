"""Which kinds of thing a question asks for: a dose, a duration, a drug, whether to do something."""

from __future__ import annotations

import re
from typing import Final

from edgerag.language import names
from edgerag.language.clauses import cut
from edgerag.language.cues import Cue, says, table
from edgerag.language.names import Family
from edgerag.language.units import any_of
from edgerag.language.values import Kind

_SUBJECT: Final = r"(?:i|we|you|he|she|they|it|there|an?|the|this|my|our|his|her)"
"""What "when" is followed by where it sets the scene and asks nothing: "when a child has fits"."""
_STATE: Final = (
    r"(?!(?:is|are|do|does|should|can|must|may|to|and|or|in|at|on|after|before|during|exactly|else|best)\b)"
    r"[\w-]+ (?:[\w-]+ )?(?:is|are|was|were|has|have|falls|rises)"
)
"""So it does before what is so: "when eGFR is 25"."""
_TIME: Final = r"(?:minutes|hours|days|nights|weeks|months|years)"
_ASKING: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.FREQUENCY, r"how (?:often|frequently)|how soon\b.*(?:repeat|again)|how many times"),
        (Kind.TIMING, (rf"\bwhen\b(?! (?:{_SUBJECT}|\w+ing|{_STATE})\b)|\bat (?:what|which) (?:point|stage)\b"
                      rf"|\b(?:at|after) how many {_TIME}|\bon (?:what|which) days\b"
                      r"|how (?:soon(?!.*(?:repeat|again))|early|late)\b|within (?:how|what)"
                      r"|what time|how long (?:after|before)")),
        (Kind.DURATION, (r"how (?:long|much longer)(?! (?:after|before))|(?<!\bat )(?<!\bafter )"
                        rf"(?:how many|number of) {_TIME}")),
        (Kind.COUNT, r"how many (?:\w+ ){0,3}?(?:doses|injections|shots|visits|contacts|courses)"),
        (Kind.DOSE, (r"(?:what|which) (?:[\w-]+ ){0,3}?dos(?:e|es|age)\b|how much(?! longer)"
                    r"|how many (?:\w+ ){0,3}?(?:mg"
                    r"|ml|mcg|g|grams|units|teaspoons|spoons|tablets|tabs|pills|puffs|sprays|drops|capsules"
                    r"|sachets|vials|ampoules|amps|measures|cups|litres)\b"
                    r"|what (?:amount|volume|quantity|concentration)"
                    rf"|\bthe (?:most|maximum) (?:that )?{_SUBJECT} (?:may|can|should|must)\b")),
        (Kind.STRENGTH, r"(?:what|which) (?:[\w-]+ )?strength"),
        (Kind.AGE, r"(?:at|from|by|until) (?:what|which) age|how old|what ages?\b"),
        (Kind.WEIGHT, r"(?:what|which) (?:body )?weight"),
        (Kind.THRESHOLD, (r"how many (?:breaths|beats)\b|(?:at|above|below|under|over|from) (?:what|which)\b"
                         r"(?! (?:dose|time|interval|point|rate|stage))|what (?:cd4|bp|blood pressure"
                         r"|(?:[a-z]+ ){1,3}(?:level|value|reading|count|threshold)"
                         r"|temperature|haemoglobin|hemoglobin|hb|glucose|mid-upper|muac|circumference"
                         r"|value|reading|level|count)")),
        (Kind.ROUTE, r"(?:what|which) route"),
    )
)  # fmt: skip
"""Question words that name the attribute."""
_NAMING: Final[tuple[tuple[Kind, re.Pattern[str]], ...]] = tuple(
    (kind, re.compile(pattern))
    for kind, pattern in (
        (Kind.FREQUENCY, r"\binterval\b|\bfrequency\b"),
        (Kind.DURATION, r"\bduration\b|\blength\b(?= of (?:treatment|therapy|time)|\W*$)"),
        (
            Kind.DOSE,
            (
                r"(?<!\blow[ -])(?<!\bhigh[ -])(?<!\bfixed[ -])\bdos(?:e|es|age|ing)\b"
                r"|(?<!\bsmall )(?<!\blarge )\bamounts?\b|(?<!\d)(?<!\d )\b(?:mg|mcg|ml)\b"
                r"|\bper kilo\b"
            ),
        ),
        (Kind.TIMING, r"\bschedule\b|\btiming\b|\bdates?\b"),
        (Kind.THRESHOLD, r"\bthreshold|\bcut[ -]?off|\btargets?\b|\bgoals?\b"),
        (Kind.ROUTE, r"\broute\b"),
        (Kind.COUNT, r"\bhow many\b"),
    )
)
"""Words that name it when no question word does: "the loading dose of ...". A "low-dose pill" is a pill."""
_ONE: Final = r"(?:i|we|you|he|she|they)"
_THE: Final = r"(?:an?|the|this|that|my|our|your|her|his|their)"
_SOON: Final = r"(?=\W{0,3}\w)"
"""Of a row of dashes the last alone begins anything."""
_START: Final = rf"(?:^|(?:[.;:!?,]\s|\s[–-]\s){_SOON})"
"""Where a clause begins by its signs."""
_BEGINS: Final = rf"(?:{_START}\W*+|\b(?:and|or|but|so) (?=\w+ (?:{_ONE}|it|{_THE})\b))"
"""Where a clause may begin that asks whether: the verb comes first, and after "and" its subject follows."""
_PERSON: Final = (
    rf"(?:{_ONE}|(?:(?:{_THE}|every|each|all|any) (?:[\w-]+ ){{0,3}}?)?(?:patient|mother|woman|women|man|men"
    r"|lady|girl|boy|client|person|people|someone|nurse|attendant|midwife|baby|babies|newborn|infant|child|children"
    r"|adult)s?|[\w-]+ (?:patients|mothers|women|men|girls|boys|clients|people|babies|newborns|infants"
    r"|children|adults))\b"
)
"""Somebody: "I", "a child", "the sick child", "pregnant women"."""
_YES_NO: Final = re.compile(
    r"(?:(?:in|among|for|during|after)\b.*?, )?"
    r"(?:is|are|was|were|do|does|did|can|could|may|might|must|will|would|should|has|have)\b"
)
"""A question that begins with the verb, or after whom it is about: "in children, is ..."."""
_LATER_YES_NO: Final = re.compile(
    rf"(?:[.;:!?]\s|\s[–-]\s){_SOON}\W*+(?:should|may|must|can|could|do|does|are)\b"
    rf"|{_BEGINS}(?:should|may|must|can|could|do|does|will|would|is|are) (?:{_PERSON}|it\b|{_THE}\b)"
    rf"|{_START}\W*+(?:is|are) [^.?!]*\b(?:ok|okay|safe|allowed)\b"
)
"""A clause that does so behind another; after "and" or a comma only if its subject follows at once."""
_DONE: Final = (
    r"\b(?:given|taken|recommended|needed?|used?|done|applied|(?:re)?started|stopped|continued|withheld|repeated"
    r"|delayed|changed|treated)\b"
)
_DEED: Final = re.compile(
    rf"(?:^|,)[^\w,]*(?:should|may|must)\b|^\W*(?:can|could|is|are|do|does)\b.*{_DONE}"
    rf"|[.!?]\s(?:can|could|is|are|do|does)\b(?:(?!\b(?:what|which|how|when|where|who)\b).)*{_DONE}"
    r"|\bsafe\b|\ballowed\b|contra-?indicated"
)
_WHETHER: Final = re.compile(
    rf"{_BEGINS}(?:should\b|may\b|must\b|ought\b|(?:can|could) {_PERSON}|do (?:i|we)\b)"
    rf"|{_BEGINS}(?:do|does|will) {_PERSON}.*?\b(?:get|need|have to|take|receive|stop|start|go on)\b"
    rf"|{_BEGINS}(?:is|are)\b[^.?!]*\b(?:ok|okay|all ?right|acceptable|fine|good|necessary|permitted"
    r"|allowed|safe|useful|wise|right to|any use)\b"
    r"|\band (?:is|are)\b[^.?!]*\bany (?:use|good)\b|\b(?:ok|okay|all ?right)\b[^.;:!?]*\?|\bor not\b\W*$"
)
"""Whether somebody is to do something or may, in a question that asks nothing else."""
_MAY_I: Final = re.compile(rf"\b(?:can|could|may|should|must) {_ONE}\b")
"""The same behind a scene that no sign ends: "child of 6 with TB, ethambutol can I give it"."""
_ASKS_OTHERWISE: Final = re.compile(r"\b(?:what|which|how|when|where|who|whom|why)\b")
_CLAUSE: Final = re.compile(rf"{_BEGINS}(?:should|may|must|ought|can|could|do|does|will|is|are)\b")
"""Where such a clause begins, if it is known that there is one."""
_WHAT: Final = re.compile(
    rf"(?:{_START}|\b(?:and|or) )\W*+(?:(?:at|by|for|from|in|on|to|until|with) )?"
    r"(?:what|which|how|when|where|who|whom|why)\b"
)
"""A question of another sort; "a woman who ..." asks nothing."""
_ASKS: Final = re.compile(
    r"\b(?:what|which|how|when|where|who|whom|why|should|may|must|can|could|do|does|is|are|was|were)\b"
)
_FEW_WORDS: Final = 6
"""Of a sentence that asks in short."""
_NAMED_SO: Final = "drug|medicine|medication|antibiotic|antimalarial|regimen"
"""What any medicine is called."""
_REMEDIES: Final = rf"(?:(?:{_NAMED_SO}|treatment|med)s?|therap(?:y|ies)|tx|rx|abx)"
_REMEDY: Final = re.compile(rf"\b{_REMEDIES}\b")
"""In a question without a word that asks it names what is wanted: "scabies treatment"."""
_OPEN_DEED: Final = re.compile(
    rf"{_BEGINS}what (?:should|must|may|can|is|are)(?: [\w'-]+){{0,2}}? "
    r"(?:put|applied|placed|rubbed|smeared) (?:on|in)\b"
)
_MEDICINE: Final = (
    rf"(?:{_NAMED_SO}|agent|vaccine|injection|contraceptive|antihypertensive|anticonvulsant|fluid|tablet"
    r"|pill|combination)"
)
_CHOICE: Final = (
    r"drug of choice"
    r"|(?<!\bon )(?<!\bon the )(?<!\bafter )(?<!\bfailing )(?<!\bfailed )(?:first|1st)[- ](?:line|choice)"
)
"""What comes first; "on first line" tells what somebody takes."""
_DRUG: Final = re.compile(
    rf"(?:what|which) .{{0,60}}?(?:(?:{_MEDICINE}|treatment)s?|therap(?:y|ies))\b|{_CHOICE}"
    r"|how (?:is|are|should|do|does|can) .{0,60}treat(?:ed)?\b|what treats\b"
    r"|what (?:is|should be|can be) (?:given|used|prescribed)|what to (?:give|prescribe)\b"
    r"|what (?:do|should|can|must) (?:i|we|you) (?:give|prescribe)\b"
)
_ONE_DRUG: Final = re.compile(rf"\b(?:which|what) (?:[\w-]+ ){{0,4}}?(?:{_MEDICINE}|therapy)\b|{_CHOICE}")
_MORE: Final = (
    r"(?:,| and| &| \+) (?:(?:for|by|the|at|in|on) )*(?:how|what|which|when|number|amount|dos(?:e|es|age)"
    r"|duration|length|frequency|route|strength|timing)\b"
)
_WHICH_DRUG: Final = re.compile(
    rf"{_BEGINS}(?:which|what) (?:\w+ ){{0,2}}?{_MEDICINE}s?\b.*\band\b"
    rf"|\b(?:{_REMEDIES}|injection|ointment|drops|cream|lotion|syrup)(?: or \w+)?(?: per \w+)?{_MORE}"
)
"""A question for the drug that goes on to ask more: "which medicine, and at what dose?", "drug and dose"."""
_BESIDE: Final[dict[Kind, tuple[Kind, ...]]] = {
    Kind.DOSE: (Kind.FREQUENCY, Kind.COUNT, Kind.ROUTE),
    Kind.DRUG: (Kind.DOSE, Kind.FREQUENCY, Kind.COUNT, Kind.ROUTE, Kind.DURATION),
    Kind.ACTION: (Kind.TIMING, Kind.THRESHOLD, Kind.AGE),
    Kind.TIMING: (Kind.DURATION,),
    Kind.DURATION: (Kind.TIMING,),
    Kind.COUNT: (Kind.DOSE,),
}
_EVERYTHING: Final = (
    Kind.DOSE,
    Kind.FREQUENCY,
    Kind.DURATION,
    Kind.TIMING,
    Kind.THRESHOLD,
    Kind.COUNT,
    Kind.ROUTE,
    Kind.AGE,
)
_AND_MORE: Final = (
    r"(?: per \w+)?(?:,| and| &| \+) (?:for |by |the )?"
    r"(?:how|what|which|number|duration|frequency|route|dose)\b"
)
_BESIDE_MORE: Final = tuple(
    (kind, re.compile(rf"(?:{pattern.pattern}){_AND_MORE}"))
    for kind, pattern in _NAMING
    if kind is not Kind.THRESHOLD
)
"""Words that name it beside what a question word asks for: "paracetamol dose and how often?"."""
_OFFERED: Final = re.compile(r"(?: [a-z]+)? (?:in|for|if|with|while|during|after|at|to)\b[^?]*\?\W*$")
"""Behind a medicine that is put to somebody: "doxycycline in pregnancy?"."""
_DEEDS: Final = (Cue.ASKS_DEED, Cue.STARTS, Cue.STOPS, Cue.GIVES, Cue.CHANGES)
_CHOOSES: Final = re.compile(
    rf"\b{any_of(table()[Cue.CHOOSING])}\s(?:(?!(?:of|the|an?|is|are|do|does|can|may|should|dos\w+|to|for|in|with)\b)"
    r"[\w-]+\s)?\Z"
)
"""Before a class of medicines: "which", "which strong"."""
_ITS_DOSE: Final = (" dos", " strength", " route")
_MEASURED: Final = re.compile(rf"{_BEGINS}(?:what|which)(?: (?!(?:if|when|while|with)\b)[\w-]+){{0,4}} $")
_AVOIDED: Final = re.compile(
    r"^\W*(?:which|what)\b.*\b(?:causes?|unsafe|harm\w*)\b"
    rf"|{_BEGINS}(?:which|what)\b.*\b(?:avoid\w*|contra-?indicated|not be (?:given|used))\b"
    r"|\b(?:when|who|whom|why)\b(?: \w+){0,3}? (?:not(?! yet)|never)(?: to)?(?: be)?"
    r" (?:giv|tak|us|get|hav|receiv|start|prescrib)\w*"
    r"|\b(?:when|who|whom)\b(?: \w+){0,4}? avoid\b|\bcontra-?indications\b"
)


def kinds_of(low: str) -> tuple[Kind, ...]:
    """Give what a folded question asks for, the most exact reading first; nothing if it does not say.

    What sets the scene asks nothing, unless the rest does not say what: "she asks when. What do I say?"
    """
    if (_WHETHER.search(low) and not _WHAT.search(low)) or _may_i_from(low):
        return _attributes(low[asks_from(low) :]) or (Kind.ACTION,)
    asking = _without_scene(low)
    if attributes := _attributes(asking):
        return attributes
    if asking != low and _DRUG.search(asking):
        return (Kind.DRUG,)
    if attributes := _attributes(low):
        return attributes
    if _DEED.search(low) or asks_open_deed(low) or _offers_medicine(low):
        return (Kind.ACTION,)
    if _asks_measure(low) and not _ONE_DRUG.search(low):
        return (Kind.THRESHOLD,)
    is_drug = _DRUG.search(low) or _names_remedy(low) or _asks_class(low) or medicines_to_choose(low)
    return (Kind.DRUG,) if is_drug else ()


def medicines_to_choose(low: str) -> frozenset[str]:
    """Name the medicines of which a question asks for one: "ibuprofen or something else?"."""
    offered = _offered(low)
    return (
        frozenset()
        if says(offered, *_DEEDS)
        else frozenset(one.name for one in names.drugs(offered, offered))
    )


def _offered(low: str) -> str:
    """Give the last clause, if it puts two things to choose from and nothing else is asked; else nothing."""
    before, _, after = low.rpartition("?")
    clause = cut(before, ".;:!?")[-1]
    is_choice = "or" in clause.split() and not any(map(str.isalnum, after)) and not _WHAT.search(low)
    return clause if is_choice else ""


def _attributes(low: str) -> tuple[Kind, ...]:
    """Give what is asked for by its name, or by a question word that stands for it."""
    for patterns in (_ASKING, _NAMING):
        kinds = tuple(kind for kind, pattern in patterns if pattern.search(low))
        if kinds:
            beside = (kind for kind, pattern in _BESIDE_MORE if pattern.search(low))
            all_kinds = tuple(dict.fromkeys((*beside, *kinds)))
            return (Kind.DRUG, *all_kinds) if _WHICH_DRUG.search(low) or _asks_class(low) else all_kinds
    return ()


def _asks_class(low: str) -> bool:
    """Whether it asks which of a class of medicines: "which laxative"; "which laxative dose" does not."""
    named = names.find(low)[Family.DRUG_CLASS]
    return any(
        _CHOOSES.search(low, 0, one.start) and not low[one.end :].lstrip("s").startswith(_ITS_DOSE)
        for one in named
    )


def kinds_beside(kinds: tuple[Kind, ...]) -> tuple[Kind, ...]:
    """Give what belongs to an answer of these kinds and may also differ; everything if none is asked for."""
    beside = (other for kind in kinds for other in _BESIDE.get(kind, ()) if other not in kinds)
    return tuple(dict.fromkeys(beside)) if kinds else _EVERYTHING


def asks_one_drug(low: str) -> bool:
    """Whether it asks for one medicine: "which drug", "the drug of choice"."""
    return _ONE_DRUG.search(low) is not None


def asks_yes_or_no(low: str) -> bool:
    """Whether it can be answered with yes or no: "may she go on?", also after what sets the scene."""
    if _YES_NO.match(low):
        return True
    return (_LATER_YES_NO.search(low) is not None and not _WHAT.search(low)) or bool(_may_i_from(low))


def asks_from(low: str) -> int:
    """Find where the clause begins that asks whether: what stands before it sets the scene; 0 without one."""
    clause = _CLAUSE.search(low)
    return clause.start() if clause else _may_i_from(low)


def _may_i_from(low: str) -> int:
    """Find where a question goes on to ask whether somebody may or should, and nothing else; else 0."""
    asked = None if _ASKS_OTHERWISE.search(low) else _MAY_I.search(low)
    return asked.start() if asked else 0


def whether_from(low: str) -> int:
    """Find where that begins which can be answered with yes or no, without what sets the scene; else 0."""
    return asks_from(low) if asks_yes_or_no(low) else _in_short_from(low)


def _in_short_from(low: str) -> int:
    """Find the last sentence behind a scene, if it asks in short whether: "Vaccinate today?"; else 0."""
    before, mark, after = low.rpartition("?")
    sentence = cut(before, ".;:!?")[-1]
    is_short = bool(mark) and not any(map(str.isalnum, after)) and len(sentence.split()) <= _FEW_WORDS
    return len(before) - len(sentence) if is_short and not _ASKS.search(low) else 0


def _without_scene(low: str) -> str:
    """Leave out the sentences before the one that asks: "She had one dose of it. When is the next?"."""
    what = _WHAT.search(low)
    ends = [end.end() for end in re.finditer(r"[.;!?]\s", low[: what.end()])] if what else []
    return low[ends[-1] :] if ends else low


def asks_open_deed(low: str) -> bool:
    """Whether it asks what is to be done, to which "nothing" is an answer: "what is put on a burn?"."""
    return _OPEN_DEED.search(low) is not None


def asks_what_to_avoid(low: str) -> bool:
    """Whether it asks which drug not to give or when not to give one, or which does harm."""
    return _AVOIDED.search(low) is not None


def _offers_medicine(low: str) -> bool:
    """Whether a clause in few words names a medicine and whom it may be for, and ends in a question mark."""
    if _WHAT.search(low):
        return False
    begins = [match.end() for match in re.finditer(_START, low)]
    offered = [one.end for one in names.drugs(low, low) if one.start in begins]
    return any(_OFFERED.match(low, end) for end in offered)


def _names_remedy(low: str) -> bool:
    return _ASKS.search(low) is None and _REMEDY.search(low) is not None


def _asks_measure(low: str) -> bool:
    """Whether it asks for a value of what is measured: "what viral load", "what is the target BP"."""
    named = [mention.start for mention in names.analytes(low)]
    named += [match.start() for match in Cue.PRESSURE.finditer(low)]
    return any(_MEASURED.search(low[:start]) and not _DRUG.search(low, 0, start) for start in named)
