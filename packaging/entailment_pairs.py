"""Contrastive pairs for `train_entailment.py`, made from guideline sentences and from dosing records.

1. A sentence of a guideline is the premise, alone or with its neighbour. The hypothesis is that sentence
   reworded without a change of meaning (entail), with one thing changed that makes it other advice
   (contradict), or meant for other people, or its neighbour (neutral). The changed ones are reworded too, so
   that wording gives nothing away.
2. A record (drug, dose, route, frequency, duration, people) is written in two of many ways, after none or one
   of its values has been changed.
3. The same as two handbooks would have it: other sentences around it, and not everything said by both.

Changing the number in "give 5 mg" makes a contradiction here, although logic alone would call it open: two
guidelines that say so cannot both be followed.
"""

from __future__ import annotations

import gzip
import json
import random
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

ENTAIL, NEUTRAL, CONTRADICT = range(3)

Edit = Callable[[str, random.Random], str | None]
"""Returns the changed text, or None where it has nothing to change."""


def words(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def groups(text: str) -> tuple[tuple[str, ...], ...]:
    """One group of words a line."""
    return tuple(words(line) for line in text.strip().splitlines())


WORDS = words("""
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve
""")
NUMBER = r"(?<![\w.,:/-])(\d+(?:\.\d+)?)(?![\w,:/]|\.\d)"
UNITS = (
    r"mg/kg(?:/day)?|mcg/kg|mL/kg|mg|mcg|micrograms?|g|kg|mL|ml|L|litres?|IU|units?|%|mmHg|mmol/L|cells?(?:/mm3)?"
    r"|tablets?|tabs?|capsules?|doses?|seconds?|minutes?|mins?|hours?|hrs?|days?|weeks?|months?|years?|times"
    r"|percent|per cent|people|cases|cm|mm|degrees|°C|people|patients|children|women|adults|deaths"
)
QUANTITY = re.compile(NUMBER + rf"( ?-?)({UNITS})\b|{NUMBER}(%)", re.IGNORECASE)
COUNT_WORD = re.compile(rf"\b({'|'.join(WORDS[2:])})\b( \w+)", re.IGNORECASE)

FREQUENCIES = groups("""
    once daily, once a day, every 24 hours, OD, daily, one time a day
    twice daily, twice a day, every 12 hours, BD, bid, 12 hourly, two times a day
    three times daily, three times a day, every 8 hours, TDS, tid, 8 hourly, 3 times a day
    four times daily, four times a day, every 6 hours, QID, qds, 6 hourly, 4 times a day
    every 4 hours, 4 hourly, six times a day, six times daily
    once weekly, once a week, every 7 days, weekly
    once a month, monthly, once every month
""")
ROUTES = groups("""
    orally, by mouth, PO
    intravenously, IV, by intravenous injection, into a vein
    intramuscularly, IM, by intramuscular injection, into the muscle
    subcutaneously, SC, by subcutaneous injection, under the skin
    rectally, PR, into the rectum
    by inhalation, inhaled
    topically, on the skin
""")
SAME = groups("""
    paracetamol, acetaminophen
    adrenaline, epinephrine
    salbutamol, albuterol
    co-trimoxazole, trimethoprim-sulfamethoxazole, cotrimoxazole
    frusemide, furosemide
    high blood pressure, hypertension
    fever, a raised temperature
    tuberculosis, TB
    blood pressure, BP
    diarrhoea, diarrhea, loose stools
    haemorrhage, bleeding, hemorrhage
    give, administer
    refer, send
    children, kids
    physician, doctor
    begin, start, initiate, commence
    stop, discontinue
    at least, no less than
    at most, no more than
    usually, in most cases
    should, must
    because, since
    e.g., for example
    kidney, renal
    liver, hepatic
    heart attack, myocardial infarction
    immediately, at once, straight away
    pregnant women, women who are pregnant
    help, aid
    treat, manage
    caused by, due to
    often, frequently
    people, persons
    many, a lot of
    very, extremely
    illness, disease
    might, may, could
""")
OPPOSITES = groups("""
    increase, decrease
    increases, decreases
    increased, decreased
    raised, lowered
    higher, lower
    high, low
    before, after
    above, below
    more than, less than
    greater than, less than
    at least, at most
    contraindicated, indicated
    safe, unsafe
    always, never
    improves, worsens
    reduces, raises
    reduce, increase
    common, rare
    effective, ineffective
    necessary, unnecessary
    required, not required
    stop, continue
    early, late
    positive, negative
    acute, chronic
    mild, severe
    start, stop
    recommended, not recommended
    most, few
    all, none of the
    hot, cold
    <, >
    ≤, >
    ≥, <
    often, rarely
    usually, seldom
    prevent, cause
""")
PEOPLE = groups("""
    adults, children
    adult, child
    men, women
    infants, adults
    pregnant women, men
    neonates, older children
    children, adults
    elderly, young
    newborn, adult
""")
CONDITIONS = words("""
    in children under 5 years, in pregnant women, if the patient is allergic to penicillin,
    in renal failure, in adults over 60 years, if symptoms persist, in patients with HIV,
    if the first treatment fails, in patients with liver disease, during breastfeeding,
    in severe cases only, in infants under 2 months
""")
CLASSES = groups("""
    amoxicillin, ampicillin, cloxacillin, flucloxacillin, benzylpenicillin, co-amoxiclav
    azithromycin, erythromycin, clarithromycin, doxycycline, tetracycline
    ceftriaxone, cefotaxime, cefixime, cefuroxime, gentamicin, amikacin
    ciprofloxacin, levofloxacin, moxifloxacin, nitrofurantoin, norfloxacin
    metronidazole, tinidazole, albendazole, mebendazole, praziquantel, ivermectin
    enalapril, captopril, lisinopril, amlodipine, nifedipine, atenolol, propranolol, methyldopa
    furosemide, hydrochlorothiazide, spironolactone
    metformin, glibenclamide, gliclazide, insulin
    paracetamol, ibuprofen, diclofenac, aspirin, naproxen, tramadol, codeine, morphine, pethidine
    diazepam, lorazepam, midazolam, phenobarbital, phenytoin, carbamazepine, valproate
    prednisolone, hydrocortisone, dexamethasone
    salbutamol, ipratropium, aminophylline
    artesunate, quinine, artemether, chloroquine, primaquine, mefloquine
    isoniazid, rifampicin, pyrazinamide, ethambutol, streptomycin, bedaquiline, linezolid
    tenofovir, zidovudine, lamivudine, efavirenz, nevirapine, dolutegravir, lopinavir, abacavir
    fluconazole, itraconazole, nystatin, clotrimazole, amphotericin, griseofulvin
    oxytocin, misoprostol, ergometrine
    adrenaline, atropine, dopamine, noradrenaline
    haloperidol, chlorpromazine, risperidone
    amitriptyline, fluoxetine, sertraline
    omeprazole, ranitidine, cimetidine
    heparin, warfarin, enoxaparin
    zinc, iron, folic acid
""")
CLASS_OF = {drug: drugs for drugs in CLASSES for drug in drugs}
DRUG = re.compile(rf"\b({'|'.join(sorted(CLASS_OF, key=len, reverse=True))})\b", re.IGNORECASE)
ADVICE = re.compile(r"\b(give|treat|use|take|start|dose|mg|administer|apply|prescribe)\b", re.IGNORECASE)
VERB = re.compile(r"\b(is|are|was|were|should|can|may|must|will|could|has been|have been)\b(?! not)")
IMPERATIVE = re.compile(
    r"^(give|use|start|stop|refer|treat|check|apply|take|keep|add|continue|repeat|avoid|ensure|encourage|advise|"
    r"test|offer|monitor|consider|administer|do|measure|insert|remove|perform|clean|wash|put)\b",
    re.IGNORECASE,
)


def changed_number(text: str, rng: random.Random) -> str | None:
    """Another number before a unit, far enough from the old one not to be a rounding."""
    found = list(QUANTITY.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    group = 1 if match[1] else 4
    old = float(match[group])
    new = (
        old * rng.choice((0.2, 0.5, 2, 3, 10)) if rng.random() < 0.6 else old + rng.choice((1, 2, 5, 10, 50))
    )
    if new >= 3:
        new = round(new)
    if new == old or (match[5] and new > 100):
        return None
    return text[: match.start(group)] + written(new) + text[match.end(group) :]


def changed_count(text: str, rng: random.Random) -> str | None:
    found = list(COUNT_WORD.finditer(text))
    if not found:
        return None
    match = rng.choice(found)
    new = rng.choice([word for word in WORDS[2:] if word != match[1].lower()])
    return text[: match.start(1)] + new + text[match.end(1) :]


def changed_unit(text: str, rng: random.Random) -> str | None:
    others = {
        "mg": "g",
        "g": "mg",
        "mcg": "mg",
        "days": "weeks",
        "weeks": "days",
        "hours": "days",
        "months": "years",
        "minutes": "hours",
        "years": "months",
        "mL": "L",
        "ml": "litres",
        "daily": "weekly",
    }
    return swapped(text, others, rng)


def changed_frequency(text: str, rng: random.Random) -> str | None:
    return from_other_group(text, FREQUENCIES, rng)


def changed_route(text: str, rng: random.Random) -> str | None:
    return from_other_group(text, ROUTES[:5], rng)


def changed_drug(text: str, rng: random.Random) -> str | None:
    match = DRUG.search(text)
    if not match or not ADVICE.search(text):
        return None
    other = rng.choice([drug for drug in CLASS_OF[match[1].lower()] if drug != match[1].lower()])
    return text[: match.start()] + like(match[1], other) + text[match.end() :]


def flipped(text: str, rng: random.Random) -> str | None:
    """The opposite polarity: do, do not; is, is not."""
    for pattern, new in (
        (r"\bdo not (\w)", r"\1"),
        (r"\bshould not\b", "should"),
        (r"\bmust not\b", "must"),
        (r"\bcannot\b", "can"),
        (r"\b(is|are|was|were) not\b", r"\1"),
        (r"^avoid\b", "use"),
        (r"\bnever\b", "always"),
        (r"\bno longer\b", "still"),
    ):
        if re.search(pattern, text, re.IGNORECASE):
            return capital(re.sub(pattern, new, text, count=1, flags=re.IGNORECASE))
    if IMPERATIVE.match(text):
        start = rng.choice(("Do not ", "Never ", "Avoid this: "))
        return start + text[0].lower() + text[1:]
    match = VERB.search(text)
    if not match:
        return None
    return f"{text[: match.end()]} not{text[match.end() :]}"


def opposed(text: str, rng: random.Random) -> str | None:
    table = dict(OPPOSITES) | {b: a for a, b in OPPOSITES if " " not in b}
    return swapped(text, table, rng)


def other_people(text: str, rng: random.Random) -> str | None:
    return swapped(text, dict(PEOPLE), rng)


def other_people_and_number(text: str, rng: random.Random) -> str | None:
    other = other_people(text, rng)
    return other and changed_number(other, rng)


def with_condition(text: str, rng: random.Random) -> str | None:
    """The text for some people only; without them it stays open."""
    if not ADVICE.search(text) or re.search(r"\b(if|in|for|with|when|under)\b", text):
        return None
    return f"{text.rstrip('.')} {rng.choice(CONDITIONS)}."


def converted(text: str, rng: random.Random) -> str | None:
    """The same quantity in another unit, or the same number in words or digits."""
    table = (
        ("g", "mg", 1000),
        ("mg", "mcg", 1000),
        ("kg", "g", 1000),
        ("weeks", "days", 7),
        ("days", "hours", 24),
        ("years", "months", 12),
        ("hours", "minutes", 60),
        ("L", "mL", 1000),
        ("week", "days", 7),
        ("hour", "minutes", 60),
        ("day", "hours", 24),
        ("year", "months", 12),
    )
    made = []
    for match in QUANTITY.finditer(text):
        if match[1] is None:
            continue
        for big, small, factor in table:
            value = float(match[1])
            if match[3] == big and value * factor <= 5000:
                made.append((match, f"{written(value * factor)} {small}"))
            elif match[3] == small and value / factor >= 0.01 and (value / factor * 4).is_integer():
                made.append((match, f"{written(value / factor)} {big}"))
        value = float(match[1])
        if value.is_integer() and 1 < value < len(WORDS):
            made.append((match, f"{WORDS[int(value)]} {match[3]}"))
    if not made:
        return None
    match, new = rng.choice(made)
    return text[: match.start()] + new + text[match.end() :]


def reworded(text: str, rng: random.Random) -> str | None:
    """Up to four replacements by what means the same."""
    out, n = text, 0
    groups = [*FREQUENCIES, *ROUTES, *SAME]
    rng.shuffle(groups)
    for group in groups:
        for term in sorted(group, key=len, reverse=True):
            pattern = rf"(?<![\w-]){re.escape(term)}(?![\w-])"
            flags = 0 if len(term) <= 3 else re.IGNORECASE
            match = re.search(pattern, out, flags)
            if match:
                new = rng.choice([other for other in group if other != term])
                out, n = out[: match.start()] + like(match[0], new) + out[match.end() :], n + 1
                break
        if n == 4:
            break
    return out if n else None


def shortened(text: str, _: random.Random) -> str | None:
    """Without the brackets or the last clause; says less, so it follows."""
    without = re.sub(r" ?\([^()]*\)", "", text)
    if without != text and len(without.split()) >= 4:
        return without
    head, comma, _tail = text.rpartition(", ")
    if comma and len(head.split()) >= 6 and not re.search(r"\b(if|unless|except|or|not|but|when)\b", text):
        return head + "."
    return None


CHANGES: tuple[tuple[Edit, float], ...] = (
    (changed_number, 4),
    (changed_count, 1),
    (changed_unit, 1.5),
    (changed_frequency, 2),
    (changed_route, 1.5),
    (changed_drug, 2),
    (flipped, 2),
    (opposed, 2),
)
OPENINGS: tuple[tuple[Edit, float], ...] = (
    (other_people, 2),
    (other_people_and_number, 3),
    (with_condition, 1),
)
REWORDINGS: tuple[tuple[Edit, float], ...] = ((reworded, 2), (converted, 3), (shortened, 1))


def sentence_pairs(passages: list[list[str]], n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs from `passages`, runs of neighbouring sentences; half of them of sentences with numbers."""
    rng = random.Random(seed)
    places = [(passage, i) for passage in passages for i in range(len(passage))]
    with_numbers = [
        (passage, i) for passage, i in places if QUANTITY.search(passage[i]) or DRUG.search(passage[i])
    ]
    made = 0
    while made < n:
        passage, i = rng.choice(with_numbers if rng.random() < 0.5 else places)
        pair = one_sentence_pair(passage, i, rng)
        if pair:
            made += 1
            yield pair


def one_sentence_pair(passage: list[str], i: int, rng: random.Random) -> tuple[str, str, int] | None:
    text = passage[i]
    label = rng.choice((ENTAIL, ENTAIL, NEUTRAL, CONTRADICT, CONTRADICT))
    neighbours = [passage[j] for j in (i - 1, i + 1) if 0 <= j < len(passage) and passage[j] != text]
    if label == NEUTRAL and neighbours and rng.random() < 0.5:
        return maybe_reworded(text, rng), maybe_reworded(rng.choice(neighbours), rng), NEUTRAL
    edits = {ENTAIL: REWORDINGS, NEUTRAL: OPENINGS, CONTRADICT: CHANGES}[label]
    edit = rng.choices([e for e, _ in edits], [weight for _, weight in edits])[0]
    new = edit(text, rng)
    if not new or new == text:
        return None
    new = maybe_reworded(new, rng)
    premise = text
    if neighbours and rng.random() < 0.4:
        premise = " ".join(s for s in passage if s in (text, neighbours[-1]))
    elif edit is not shortened and label != NEUTRAL and rng.random() < 0.5:
        premise, new = new, premise
    return premise, new, label


def maybe_reworded(text: str, rng: random.Random) -> str:
    return (rng.random() < 0.5 and reworded(text, rng)) or text


UNSAID = -1


@dataclass(frozen=True)
class Dosing:
    """What a dosing statement says; an empty part is not said."""

    drug: str
    mg: float
    per_kg: bool
    route: int
    frequency: int
    days: int
    people: str
    topic: str


RECORD_PEOPLE = words("""
    adults, children under 5 years, children 5 to 12 years, pregnant women, neonates,
    adults over 60 years, patients with renal failure, infants under 2 months, children over 12 years,
    breastfeeding women
""")
TOPICS = words("""
    pneumonia, malaria, urinary tract infection, severe sepsis, epilepsy, hypertension, asthma,
    diarrhoea, tuberculosis, heart failure, cellulitis, otitis media, meningitis, HIV infection, pain,
    gonorrhoea
""")
DRUGS = tuple(CLASS_OF)
DOSES_MG = tuple(
    float(mg)
    for mg in words("""
        0.5, 1, 2, 2.5, 5, 7.5, 10, 15, 20, 25, 40, 50, 75, 80, 100, 125, 150, 200, 250, 300, 400, 500, 600,
        750, 800, 1000, 1200, 1500, 2000
    """)
)


def record_pairs(n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs of statements: three in four of doses, the others of limits."""
    rng = random.Random(seed)
    for _ in range(n):
        if rng.random() < 0.25:
            yield limit_pair(rng)
            continue
        yield changed_record(random_record(rng), rng)


def random_record(rng: random.Random) -> Dosing:
    return Dosing(
        drug=rng.choice(DRUGS),
        mg=rng.choice(DOSES_MG),
        per_kg=rng.random() < 0.2,
        route=rng.randrange(4),
        frequency=rng.randrange(5),
        days=rng.choice((0, 0, 1, 3, 5, 7, 10, 14, 21, 28, 42)),
        people=rng.choice(("", "", *RECORD_PEOPLE)),
        topic=rng.choice(("", *TOPICS)),
    )


def changed_record(record: Dosing, rng: random.Random) -> tuple[str, str, int]:
    kind = rng.choice(
        (
            "same",
            "same",
            "less",
            "more",
            "dose",
            "dose",
            "drug",
            "route",
            "frequency",
            "days",
            "people",
            "not",
        )
    )
    say = Sayer(rng)
    match kind:
        case "same":
            return say(record), say(record), ENTAIL
        case "less":
            less = replace(record, days=0) if record.days else replace(record, topic="")
            return say(record), say(less), ENTAIL
        case "more":
            return say(replace(record, days=0)), say(replace(record, days=record.days or 7)), NEUTRAL
        case "not":
            plain = f"{rng.choice(('Do not give', 'Avoid', 'Never use', 'Do not use'))} {record.drug}"
            plain += (
                f" in {record.people}." if record.people else f" for {record.topic}." if record.topic else "."
            )
            pair = [say(record), plain]
            rng.shuffle(pair)
            return pair[0], pair[1], CONTRADICT
    record, other = differing(record, kind, rng)
    return say(record), say(other), NEUTRAL if kind == "people" else CONTRADICT


def differing(record: Dosing, kind: str, rng: random.Random) -> tuple[Dosing, Dosing]:
    """Two records that differ in the part called `kind`, which both say."""
    match kind:
        case "dose":
            return record, replace(record, mg=record.mg * rng.choice((0.1, 0.25, 0.5, 2, 3, 4, 10)))
        case "drug":
            others = [drug for drug in CLASS_OF[record.drug] if drug != record.drug]
            return record, replace(record, drug=rng.choice(others))
        case "route":
            return record, replace(record, route=(record.route + rng.randrange(1, 4)) % 4)
        case "frequency":
            return record, replace(record, frequency=(record.frequency + rng.randrange(1, 5)) % 5)
        case "days":
            record = replace(record, days=record.days or 5)
            days = [days for days in (1, 3, 5, 7, 10, 14, 28) if days != record.days]
            return record, replace(record, days=rng.choice(days))
        case "other":
            return record, random_record(rng)
        case _:
            record = replace(record, people=record.people or "adults")
            people = rng.choice([people for people in RECORD_PEOPLE if people != record.people])
            return record, replace(record, people=people, mg=record.mg * rng.choice((0.5, 1, 2)))


HANDBOOK_KINDS = words("""
    same, same, same, same, same, dose, dose, drug, route, frequency, days, people, other
""")


def handbook_pairs(passages: list[list[str]], n: int, seed: int) -> Iterator[tuple[str, str, int]]:
    """`n` pairs of statements among other sentences, each saying more or less than the other.

    As a judge sees them: entail if nothing that both say differs, neutral if they are for other people or
    about other things.
    """
    rng = random.Random(seed)
    say = Sayer(rng)
    others = [sentence for passage in passages for sentence in passage]
    for _ in range(n):
        record = random_record(rng)
        kind = rng.choice(HANDBOOK_KINDS)
        if kind == "drug":
            record = replace(record, topic=record.topic or rng.choice(TOPICS))
        one, two = (record, record) if kind == "same" else differing(record, kind, rng)
        label = {"same": ENTAIL, "people": NEUTRAL, "other": NEUTRAL}.get(kind, CONTRADICT)
        texts = [say(thinned(record, kind, rng)) for record in (one, two)]
        a, b = (surrounded(text, others, rng) for text in texts)
        yield a, b, label


def thinned(record: Dosing, kind: str, rng: random.Random) -> Dosing:
    """The record with some parts unsaid, but never that of `kind` nor the people."""
    unsaid = {"days": 0, "route": UNSAID, "frequency": UNSAID, "topic": ""}
    kept = {kind, "topic"} if kind == "drug" else {kind}
    return replace(
        record, **{part: no for part, no in unsaid.items() if part not in kept and rng.random() < 0.4}
    )


def surrounded(text: str, others: list[str], rng: random.Random) -> str:
    match rng.randrange(4):
        case 0:
            return f"{rng.choice(others)} {text}"
        case 1:
            return f"{text} {rng.choice(others)}"
    return text


ACTS = words("""
    start treatment, refer, transfuse, admit, give oxygen, begin therapy, repeat the test, screen
""")
LIMITS = (
    ("CD4 count", "cells/mm3", (100, 200, 350, 500), "below"),
    ("temperature", "°C", (37.5, 38, 38.5, 39), "above"),
    ("haemoglobin", "g/dL", (5, 6, 7, 8, 10), "below"),
    ("systolic blood pressure", "mmHg", (90, 140, 160, 180), "above"),
    ("oxygen saturation", "%", (88, 90, 92, 94), "below"),
    ("respiratory rate", "breaths/min", (30, 40, 50, 60), "above"),
    ("blood glucose", "mmol/L", (3, 4, 7, 11.1, 15), "above"),
    ("age", "years", (5, 12, 25, 40, 50, 65), "above"),
    ("weight", "kg", (3, 5, 10, 25, 35, 50), "below"),
    ("duration of symptoms", "days", (2, 3, 7, 14, 21), "above"),
    ("time since exposure", "hours", (12, 24, 48, 72, 96), "below"),
)
SIGNS = {
    "above": ("above {}", "> {}", "more than {}", "over {}", "greater than {}", "exceeds {}"),
    "below": ("below {}", "< {}", "less than {}", "under {}", "lower than {}"),
    "from": ("≥ {}", ">= {}", "{} or more", "at least {}", "{} or above"),
    "to": ("≤ {}", "<= {}", "{} or less", "at most {}", "not more than {}"),
}


def limit_pair(rng: random.Random) -> tuple[str, str, int]:
    """Two statements of the limit at which to act."""
    measure, unit, values, side = rng.choice(LIMITS)
    side = rng.choice((side, {"above": "from", "below": "to"}[side]))
    act, value = rng.choice(ACTS), rng.choice(values)
    other_act, other_value, other_side, label = act, value, side, ENTAIL
    match rng.choice(("same", "same", "value", "value", "side", "act")):
        case "value":
            other_value, label = rng.choice([v for v in values if v != value]), CONTRADICT
        case "side":
            other_side, label = (
                {"above": "below", "below": "above", "from": "below", "to": "above"}[side],
                CONTRADICT,
            )
        case "act":
            other_act, label = rng.choice([a for a in ACTS if a != act]), NEUTRAL

    def say(act: str, value: float, side: str) -> str:
        limit = rng.choice(SIGNS[side]).format(f"{written(value)} {unit}")
        is_ = "" if limit.startswith("exceeds") else rng.choice(("is ", "is ", ""))
        return rng.choice(
            (
                f"{capital(act)} if the {measure} {is_}{limit}.",
                f"If {measure} {is_}{limit}, {act}.",
                f"Patients whose {measure} {is_ or 'is '}{limit}: {act}.",
                f"{capital(act)} when {measure} {is_}{limit}",
            )
        )

    return say(act, value, side), say(other_act, other_value, other_side), label


class Sayer:
    """Writes records, each time in another way."""

    def __init__(self, rng: random.Random) -> None:
        self._rng = rng

    def __call__(self, record: Dosing) -> str:
        pick = self._rng.choice
        dose = self._dose(record)
        route = "" if record.route == UNSAID else pick(ROUTES[record.route])
        often = "" if record.frequency == UNSAID else pick(FREQUENCIES[record.frequency])
        days = f" for {self._days(record.days)}" if record.days else ""
        people = f" in {record.people}" if record.people else ""
        topic = f" for {record.topic}" if record.topic else ""
        drug, whom = record.drug, f"{capital(record.people)}: " if record.people else ""
        opening = f"{capital(topic.strip())}, give" if topic else "Give"
        said = pick(
            (
                f"Give {drug} {dose} {route} {often}{days}{people}{topic}.",
                f"{capital(drug)}, {dose} {route}, {often}{days}{people}.",
                f"{capital(drug)} should be given {route}{people} at {dose} {often}{days}.",
                f"The dose of {drug}{people}{topic} is {dose} {route} {often}{days}.",
                f"{whom}{drug} {dose} {often} {route}{days}",
                f"{opening} {dose} of {drug} {route} {often}{days}{people}.",
            )
        )
        return re.sub(r" +(?=[ .,]|$)|,(?=[,.])", "", said)

    def _dose(self, record: Dosing) -> str:
        kg = "/kg" if record.per_kg else ""
        forms = [f"{written(record.mg)} mg{kg}", f"{written(record.mg)}mg{kg}"]
        if record.mg >= 500:
            forms += [f"{written(record.mg / 1000)} g{kg}", f"{written(record.mg / 1000)}g{kg}"]
        if record.mg < 1:
            forms += [f"{written(record.mg * 1000)} mcg{kg}", f"{written(record.mg * 1000)} micrograms{kg}"]
        return self._rng.choice(forms)

    def _days(self, days: int) -> str:
        forms = [f"{days} days" if days > 1 else "1 day"]
        if days % 7 == 0:
            forms.append(f"{days // 7} weeks" if days > 7 else "one week")
        if 1 < days < len(WORDS):
            forms.append(f"{WORDS[days]} days")
        return self._rng.choice(forms)


CORPUS_STEP = 4
"""Every so many-th text of the corpus is read: it is larger than the guidelines, which matter more."""


def read_passages(guidelines: list[Path], corpus: list[Path]) -> list[list[str]]:
    """Runs of neighbouring sentences of Markdown guidelines and of JSON lines with a `text`; none twice."""
    out: list[list[str]] = []
    for path in guidelines:
        blocks = re.split(r"\n\s*\n|\n#", path.read_text(encoding="utf-8"))
        out += [list(sentences(re.sub(r"\n(?![-*|#•])", " ", block))) for block in blocks]
    for path in corpus:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            out += [list(sentences(json.loads(line)["text"])) for line in list(lines)[::CORPUS_STEP]]
    seen: set[str] = set()
    new = ([s for s in passage if s not in seen and not seen.add(s)] for passage in out)
    return [passage for passage in new if passage]


def sentences(block: str) -> Iterator[str]:
    for line in block.splitlines():
        if line.lstrip().startswith(("|", "#", "<")):
            continue
        for sentence in re.split(r"(?<=[.!?])\s+(?=[A-Z])", line):
            clean = re.sub(r"[*_`]|\[|\]\([^)]*\)|\]", "", sentence).strip(" -•\t")
            if 5 <= len(clean.split()) <= 40 and clean[0].isalpha() and not clean.endswith("?"):
                yield capital(clean)


def swapped(text: str, table: dict[str, str], rng: random.Random) -> str | None:
    found = [
        (match, new)
        for old, new in table.items()
        for match in [re.search(rf"(?<!\w){re.escape(old)}(?!\w)", text)]
        if match
    ]
    if not found:
        return None
    match, new = rng.choice(found)
    return text[: match.start()] + new + text[match.end() :]


def from_other_group(text: str, groups: tuple[tuple[str, ...], ...], rng: random.Random) -> str | None:
    for i, group in enumerate(groups):
        for term in sorted(group, key=len, reverse=True):
            match = re.search(
                rf"(?<![\w-]){re.escape(term)}(?![\w-])", text, 0 if len(term) <= 3 else re.IGNORECASE
            )
            if match:
                new = rng.choice(rng.choice([other for j, other in enumerate(groups) if j != i]))
                return text[: match.start()] + like(match[0], new) + text[match.end() :]
    return None


def written(number: float) -> str:
    return f"{number:.4g}" if number < 10_000 else f"{number:.0f}"


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def like(old: str, new: str) -> str:
    return capital(new) if old[:1].isupper() and not old.isupper() else new
