from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from edgerag.compare.findings import Finding, Relation
from edgerag.compare.typed import compare_typed
from edgerag.language.reading import read
from edgerag.language.values import Kind
from edgerag.understand.understand import understand

FAILURE = "What viral load means that treatment fails?"
TARGET = "What is the target blood pressure?"
KIDNEYS = "Can tenofovir be given in kidney failure?"
STEROIDS = "Are corticosteroids given in TB meningitis?"
PREGNANT = "Can metronidazole be given in the first trimester?"
ANTIBIOTICS = "Should antibiotics be given to every child with diarrhoea?"
OVERDOSE = "How is paracetamol overdose treated?"
AVOIDED = "Which antihypertensive should be avoided in asthma?"
EPILEPSY = "What is the first-line drug for epilepsy?"
LIVER = "At what ALT level should the drugs be stopped?"
IN_PREGNANCY = "Which antibiotic treats cystitis in pregnancy?"
DOSE = "What dose of adrenaline should an adult with anaphylaxis receive?"
AMOXICILLIN = "What dose of amoxicillin is given for pneumonia?"
HOW_LONG = "How long is pneumonia treated?"
CD4 = "At what CD4 count should antiretroviral therapy start?"
TOURNIQUET = "Should a tourniquet be applied after a snake bite?"
LOADING = "What is the loading dose of magnesium sulphate?"
ANTIBIOTIC = "Which antibiotic is given for gonorrhoea?"
HEADED = "Disease | First line | Alternative\ngonorrhoea | ceftriaxone 250 mg | ciprofloxacin 500 mg"
VISITS = "How many antenatal visits are recommended?"
MEASLES = "At what age is measles vaccine given?"
SHOCK = "How soon should antibiotics start in septic shock?"
DIABETES = "What blood glucose level diagnoses diabetes?"
VACCINE = "When is a newborn vaccinated?"
GLUCOSE = "How much glucose is given?"
ADULT = "What dose of amoxicillin does an adult get?"
CORD = "What should be put on the cord?"
TABLE = "Medicine | Adult dose | Paed dose\namoxicillin | 500 mg | 250 mg"
GENERAL = "What about amoxicillin?"
BRONCHITIS = "Should antibiotics be given for acute bronchitis?"
STARTING = "At what CD4 count is fluconazole prophylaxis given?"
STOPPING = "At what CD4 count is fluconazole prophylaxis stopped?"


def compare(question: str, a: str, b: str) -> Finding:
    return compare_typed(understand(question), read(a), read(b))


@pytest.mark.parametrize(
    ("question", "a", "b", "relation"),
    [
        (DOSE, "1 mL adrenaline (1:1000) IM", "adrenaline 0.5mL (1:1000 solution) IM", Relation.CONFLICT),
        (DOSE, "0.5 mL of adrenaline 1:1000 IM", "adrenaline 0.5 mg IM", Relation.AGREE),
        (DOSE, "epinephrine 0.5 mg IM", "adrenaline 500 mcg IM", Relation.AGREE),
        (DOSE, "adrenaline 0.5 mL IM", "adrenaline 0.5 mg IM", Relation.UNALIGNED),
        (DOSE, "adrenaline 0.01 mg/kg IM", "adrenaline 0.5 mg IM", Relation.UNALIGNED),
        (DOSE, "adrenaline 0.5 mg IM", "give adrenaline at once", Relation.ONE_SIDED),
        (DOSE, "adrenaline 0.5 mg IM", "adrenaline 0.5 mg IV", Relation.CONFLICT),
        (DOSE, "adrenaline 0.5 mg IM", "adrenaline 0.5 mg IM, hydrocortisone 200 mg IV", Relation.AGREE),
        (AMOXICILLIN, "500 mg amoxicillin 12 hourly", "amoxicillin 0.5 g bd", Relation.AGREE),
        (AMOXICILLIN, "amoxicillin 500 mg tds", "amoxicillin 500 mg bd", Relation.CONFLICT),
        (AMOXICILLIN, "amoxicillin 500 mg", "amoxicillin 500-1000 mg", Relation.AGREE),
        (AMOXICILLIN, "Adults: amoxicillin 500 mg", "Children: amoxicillin 250 mg", Relation.OTHER_PEOPLE),
        (AMOXICILLIN, "amoxicillin 500 mg", "If pregnant, amoxicillin 250 mg", Relation.SPECIAL_PEOPLE),
        (HOW_LONG, "Treat pneumonia for 5-7 days", "Treat pneumonia for 5 days", Relation.AGREE),
        (HOW_LONG, "Treat pneumonia for 5-7 days", "Treat pneumonia for 6-14 days", Relation.UNALIGNED),
        (HOW_LONG, "Treat pneumonia for 5-8 days", "Treat pneumonia for 6-9 days", Relation.AGREE),
        (HOW_LONG, "Treat for 12 months", "Treat for 6 months to 3 years", Relation.UNALIGNED),
        (STARTING, "Start if CD4 < 200", "Stop if CD4 > 200", Relation.ONE_SIDED),
        (STOPPING, "Stop if CD4 > 200", "Discontinue if CD4 > 200", Relation.AGREE),
        (STOPPING, "Stop if CD4 > 200", "Give fluconazole if CD4 > 200", Relation.ONE_SIDED),
        (ANTIBIOTIC, "ceftriaxone and folic acid", "azithromycin, folic acid", Relation.CONFLICT),
        (BRONCHITIS, "Give antibiotics.", "No antibiotics are needed in bronchitis.", Relation.OPPOSITE),
        (BRONCHITIS, "Give antibiotics.", "Oxygen should be given.", Relation.ONE_SIDED),
        (HOW_LONG, "Treat pneumonia for 7 days", "Treat pneumonia for one week", Relation.AGREE),
        (HOW_LONG, "Treat pneumonia for 7 days", "Treat pneumonia for 10-14 days", Relation.CONFLICT),
        (HOW_LONG, "Treat for at least 5 days", "Treat for at least 7 days", Relation.CONFLICT),
        (HOW_LONG, "Treat for at least 15 days", "Treat for 15-20 days", Relation.AGREE),
        (HOW_LONG, "Treat for at least 15 days", "Treat for 30 days", Relation.CONFLICT),
        (CD4, "Start if CD4 <350 cells/mm3", "Start if CD4 ≤500 cells/mm3", Relation.CONFLICT),
        (CD4, "Start if CD4 <350 cells/mm3", "Start if CD4 count is below 350 cells/µL", Relation.AGREE),
        (CD4, "Start if CD4 ≤500 cells/mm3", "Start regardless of CD4 count", Relation.CONFLICT),
        (MEASLES, "Measles vaccine at 9 months", "Influenza vaccine at 9 months", Relation.ONE_SIDED),
        (CD4, "Start if CD4 < 350", "Start if CD4 > 350", Relation.CONFLICT),
        (CD4, "Start if CD4 < 350", "Start if CD4 < 350, or fast-track if CD4 < 100", Relation.EXTRA),
        (CD4, "Start if CD4 < 350", "Start if CD4 < 350, or offer it if CD4 < 500", Relation.UNALIGNED),
        (TOURNIQUET, "Do not apply a tourniquet.", "Apply a tourniquet above the bite.", Relation.OPPOSITE),
        (TOURNIQUET, "Do not apply a tourniquet.", "A tight tourniquet should never be used", Relation.AGREE),
        (
            TOURNIQUET,
            "Avoid a tourniquet.",
            "A tourniquet may be applied by a trained helper.",
            Relation.OPPOSITE,
        ),
        ("Which antibiotic treats cholera?", "Doxycycline 300 mg", "Azithromycin 1 g", Relation.CONFLICT),
        ("Which antibiotic treats cholera?", "Doxycycline 300 mg", "doxycycline 300 mg stat", Relation.AGREE),
        ("Which antibiotic treats cholera?", "Doxycycline 300 mg", "doxycycline 100 mg", Relation.CONFLICT),
        (
            "What is the first-line regimen?",
            "TDF + FTC (or 3TC) + EFV",
            "TDF + 3TC (or FTC) + EFV",
            Relation.AGREE,
        ),
        ("What is the first-line regimen?", "TDF + FTC + EFV", "TDF + 3TC + DTG", Relation.CONFLICT),
        ("What is the first-line regimen?", "TLD", "tenofovir + lamivudine + dolutegravir", Relation.AGREE),
        (
            "Which drug is first choice?",
            "Artesunate, while quinine remains an option",
            "artesunate",
            Relation.AGREE,
        ),
        (GENERAL, "Give amoxicillin 500 mg.", "Give amoxicillin 250 mg.", Relation.CONFLICT),
        (GLUCOSE, "50 mL of dextrose 50%", "25 g of glucose", Relation.AGREE),
        (GLUCOSE, "50 mL of dextrose 50%", "150 mL of glucose 10%", Relation.CONFLICT),
        (AMOXICILLIN, "amoxicillin 1 g twice daily", "amoxicillin 2 g per day", Relation.AGREE),
        (AMOXICILLIN, "amoxicillin 1 g twice daily", "amoxicillin 3 g per day", Relation.CONFLICT),
        (AMOXICILLIN, "amoxicillin 25 mg/kg bd", "amoxicillin 50 mg/kg/day", Relation.AGREE),
        (ANTIBIOTIC, "Ceftriaxone 250 mg IM or cefixime", "Ceftriaxone 250 mg IM", Relation.EXTRA),
        (ANTIBIOTIC, "cefixime or ceftriaxone", "Ceftriaxone or cefixime", Relation.AGREE),
        (ANTIBIOTIC, "Ceftriaxone or cefixime", "Ciprofloxacin", Relation.CONFLICT),
        (ANTIBIOTIC, HEADED, "Ceftriaxone 250 mg", Relation.AGREE),
        (VISITS, "At least 4 visits", "A minimum of eight contacts", Relation.CONFLICT),
        (VISITS, "At least 4 visits", "Four antenatal visits", Relation.AGREE),
        (MEASLES, "Measles vaccine at 9 months", "Measles vaccine at 6 months", Relation.CONFLICT),
        (SHOCK, "Within 1 hour", "within the first hour of recognition", Relation.AGREE),
        (DIABETES, "Fasting glucose >= 7.0 mmol/L", "fasting glucose of 126 mg/dL or more", Relation.AGREE),
        (DIABETES, "Fasting glucose >= 7.0 mmol/L", "fasting glucose >= 110 mg/dL", Relation.CONFLICT),
        (
            FAILURE,
            "VL > 1000 copies/mL; repeat after 2 months",
            "Repeat it after 6 months",
            Relation.ONE_SIDED,
        ),
        (FAILURE, "Viral load > 1000 copies/mL", "VL >1000 on two tests", Relation.AGREE),
        (FAILURE, "VL > 1000 copies/mL", "viral load above 400 copies/mL", Relation.CONFLICT),
        (TARGET, "Target < 140/90 mmHg, checked yearly", "Check BP monthly", Relation.ONE_SIDED),
        (TARGET, "BP < 140/90", "Keep BP < 130/80 mmHg", Relation.CONFLICT),
        (KIDNEYS, "Avoid tenofovir.", "Drugs that harm kidneys: aspirin, tenofovir", Relation.ONE_SIDED),
        (KIDNEYS, "Avoid tenofovir.", "Tenofovir 300 mg once a week after dialysis", Relation.OPPOSITE),
        (KIDNEYS, "Give tenofovir.", "Tenofovir may be used.", Relation.AGREE),
        (KIDNEYS, "Give tenofovir.", "Avoid tenofovir if eGFR < 50.", Relation.OPPOSITE),
        (KIDNEYS, "Give tenofovir.", "Avoid tenofovir in psychiatric illness.", Relation.ONE_SIDED),
        (KIDNEYS, "Give tenofovir.", "If on tenofovir, no need to change.", Relation.AGREE),
        (
            KIDNEYS,
            "Give tenofovir.",
            "Where tenofovir is contraindicated, give abacavir.",
            Relation.ONE_SIDED,
        ),
        (STEROIDS, "Give prednisone.", "Do not treat TB meningitis in the clinic.", Relation.ONE_SIDED),
        (STEROIDS, "Give prednisone.", "Do not give dexamethasone.", Relation.OPPOSITE),
        (ANTIBIOTICS, "Avoid antibiotics.", "Vancomycin, oral, 125 mg 6 hourly.", Relation.ONE_SIDED),
        (
            OVERDOSE,
            "Overdose of paracetamol: acetylcysteine",
            "paracetamol; N-acetylcysteine",
            Relation.AGREE,
        ),
        (AVOIDED, "Avoid atenolol.", "Carvedilol 3.125 mg; avoid in shock", Relation.NOTHING),
        (
            EPILEPSY,
            "Phenytoin. Interacts with: isoniazid",
            "Carbamazepine. Interacts with: isoniazid",
            Relation.CONFLICT,
        ),
        (KIDNEYS, "Give tenofovir.", "In hepatitis, avoid tenofovir.", Relation.ONE_SIDED),
        (PREGNANT, "Avoid metronidazole.", "Give metronidazole 500 mg.", Relation.ONE_SIDED),
        (PREGNANT, "Avoid metronidazole.", "Yes, give metronidazole.", Relation.OPPOSITE),
        (PREGNANT, "Avoid metronidazole.", "Pregnant women: metronidazole 500 mg.", Relation.OPPOSITE),
        (KIDNEYS, "Avoid tenofovir.", "Give abacavir instead of tenofovir.", Relation.EXTRA),
        (LIVER, "Stop if CD4 < 350 cells/mm3", "CD4 < 350 cells/mm3", Relation.NOTHING),
        (IN_PREGNANCY, "Ciprofloxacin. If pregnant, amoxicillin.", "Amoxicillin.", Relation.AGREE),
        (VACCINE, "Within 24 hours of birth", "At 6 weeks of age", Relation.CONFLICT),
        (LOADING, "4 g IV, then 5 g every 4 hours", "4 g IV. Repeat 10 g after 6 hours", Relation.AGREE),
        (LOADING, "10 g IM", "5 g by deep injection into each buttock", Relation.AGREE),
        (HOW_LONG, "Treat for 2-8 weeks", "Treat for 8 weeks", Relation.CONFLICT),
        (ADULT, "Adults: amoxicillin 500 mg", "Children: amoxicillin 250 mg", Relation.FOR_OTHERS),
        (ADULT, "Adults: amoxicillin 500 mg", "Children: 250 mg. Adults: 500 mg", Relation.AGREE),
        (ADULT, "Adults: amoxicillin 500 mg", "Children: 500 mg. Adults: 250 mg", Relation.CONFLICT),
        (ADULT, TABLE, "Adults: amoxicillin 500 mg", Relation.AGREE),
        (ADULT, TABLE, "Adults: amoxicillin 250 mg", Relation.CONFLICT),
        (CORD, "Put nothing on the cord.", "Do not put anything on the stump of the cord.", Relation.AGREE),
        (CORD, "Put nothing on the cord.", "Apply chlorhexidine to the cord.", Relation.OPPOSITE),
        (CORD, "Apply alcohol to the cord.", "Apply chlorhexidine to the cord.", Relation.UNALIGNED),
        (
            "Which drug is first choice?",
            "Artesunate. Never give a bolus of quinine.",
            "artesunate",
            Relation.AGREE,
        ),
        (
            "What respiratory rate is fast breathing in an adult?",
            "Respiratory rate ≥ 30 is fast breathing in an adult.",
            "Adult: a respiratory rate > 20 breaths a minute is fast breathing.",
            Relation.CONFLICT,
        ),
        (
            "Which first-line regimen is given to an adult?",
            "TDF + 3TC + DTG is the first-line regimen.",
            "TDF + 3TC is the preferred backbone of the regimen. First-line regimen: TDF + 3TC + DTG.",
            Relation.AGREE,
        ),
        (
            "When should ART start in a patient with TB?",
            "Start ART within 2 weeks of TB treatment.",
            "Start ART 2 to 8 weeks after TB treatment began.",
            Relation.CONFLICT,
        ),
        (
            "What is the maximum daily dose of metformin?",
            "Start metformin 500 mg daily. Maximum dose: 850 mg 8 hourly.",
            "Start metformin 500 mg daily. Increase to a maximum of 1 g daily.",
            Relation.CONFLICT,
        ),
        (
            "What is the maximum daily dose of metformin?",
            "Metformin 500 mg to 1 g twice daily.",
            "Metformin up to 500 mg twice daily.",
            Relation.ONE_SIDED,
        ),
        (
            "How long is cystitis treated in a non-pregnant woman?",
            "Cystitis: 3 days. Pregnant women: 7 days.",
            "Treat cystitis in a non-pregnant woman for 3 days.",
            Relation.AGREE,
        ),
        (
            "Which drug is first choice?",
            "Do not give quinine when artesunate is there.",
            "Quinine",
            Relation.ONE_SIDED,
        ),
    ],
)
def test_worked_examples(question: str, a: str, b: str, relation: Relation) -> None:
    assert compare(question, a, b).relation is relation
    assert compare(question, b, a).relation is relation


def test_giving_and_not_giving_is_opposite() -> None:
    finding = compare(
        "Should aspirin be given to a child with fever?", "Give aspirin.", "Do not give aspirin."
    )
    assert finding.relation is Relation.OPPOSITE
    assert finding.kind is Kind.ACTION


def test_conflict_names_the_attribute_and_both_places() -> None:
    a, b = "Give 1 mL adrenaline (1:1000) IM.", "Give adrenaline 0.5mL (1:1000) IM."
    finding = compare(DOSE, a, b)
    assert finding.topic == "adrenaline dose"
    assert finding.a is not None
    assert finding.b is not None
    assert (a[finding.a.start : finding.a.end], b[finding.b.start : finding.b.end]) == ("1 mL", "0.5mL")


def test_numbers_of_other_drugs_make_no_conflict() -> None:
    a = "Adrenaline 0.5 mg IM. Hydrocortisone 100 mg IV. See page 12."
    b = "Adrenaline 0.5 mg IM. Hydrocortisone 200 mg IV. See page 99."
    assert compare(DOSE, a, b).relation in (Relation.AGREE, Relation.EXTRA)


def test_numbers_that_nobody_asked_for_make_no_conflict() -> None:
    a = "Treat pneumonia with amoxicillin 500 mg for 5 days."
    b = "Treat pneumonia with amoxicillin 1 g for 5 days."
    assert compare(HOW_LONG, a, b).relation is Relation.AGREE


MASS = {"mg": Fraction(1), "g": Fraction(1000), "mcg": Fraction(1, 1000), "micrograms": Fraction(1, 1000)}
TWICE = ["bd", "twice daily", "12 hourly", "every 12 hours", "2 times a day", "twice a day"]
THRICE = ["tds", "three times a day", "8 hourly", "every 8 hours", "3 times daily"]
WEEKS = {1: ["7 days", "one week", "1 week"], 2: ["14 days", "two weeks", "2 weeks"]}
ORDERS = [
    "Give {drug} {dose} {often} for {long}.",
    "{drug} {dose}, oral, {often}, for {long}",
    "For pneumonia give {drug} {dose} orally {often} for {long}.",
    "Give {dose} of {drug} by mouth {often} for {long}.",
]


def written(milligrams: Fraction, unit: str) -> str:
    amount = milligrams / MASS[unit]
    return f"{float(amount):.10f}".rstrip("0").rstrip(".") + f" {unit}"


@st.composite
def regimens(draw: st.DrawFn) -> tuple[Fraction, str, str, str]:
    """A dose in mg, and two ways to write one frequency and one duration."""
    dose = Fraction(draw(st.integers(1, 4000)), draw(st.sampled_from([1, 2, 4])))
    often = draw(st.sampled_from([TWICE, THRICE]))
    long = draw(st.sampled_from(list(WEEKS.values())))
    texts = [
        draw(st.sampled_from(ORDERS)).format(
            drug=draw(st.sampled_from(["amoxicillin", "Amoxycillin"])),
            dose=written(dose, draw(st.sampled_from(sorted(MASS)))),
            often=draw(st.sampled_from(often)),
            long=draw(st.sampled_from(long)),
        )
        for _ in range(2)
    ]
    return dose, texts[0], texts[1], draw(st.sampled_from([AMOXICILLIN, HOW_LONG, GENERAL]))


@settings(deadline=None)
@given(regimens())
def test_another_wording_of_a_regimen_is_never_a_conflict(regimen: tuple[Fraction, str, str, str]) -> None:
    _, a, b, question = regimen
    assert compare(question, a, b).relation is Relation.AGREE


@settings(deadline=None)
@given(regimens(), st.integers(1, 4000), st.sampled_from(sorted(MASS)), st.sampled_from(ORDERS))
def test_another_dose_is_always_a_conflict(
    regimen: tuple[Fraction, str, str, str], other: int, unit: str, order: str
) -> None:
    dose, a, _, _ = regimen
    assume(other != dose)
    b = order.format(drug="amoxicillin", dose=written(Fraction(other), unit), often="bd", long="7 days")
    for question in (AMOXICILLIN, GENERAL):
        assert compare(question, a, b).relation is Relation.CONFLICT
        assert compare(question, b, a).relation is Relation.CONFLICT


@settings(deadline=None)
@given(st.sampled_from(TWICE), st.sampled_from(THRICE), st.sampled_from(ORDERS), st.sampled_from(ORDERS))
def test_another_frequency_of_the_same_dose_is_a_conflict(
    twice: str, thrice: str, first: str, second: str
) -> None:
    a = first.format(drug="amoxicillin", dose="500 mg", often=twice, long="7 days")
    b = second.format(drug="amoxicillin", dose="0.5 g", often=thrice, long="a week")
    finding = compare(AMOXICILLIN, a, b)
    assert (finding.relation, finding.kind) == (Relation.CONFLICT, Kind.FREQUENCY)


ASIDES = [
    "Check the temperature every 4 hours.",
    "Children under 6 months: refer to hospital.",
    "Second-line: ceftriaxone 1 g daily.",
    "See page 12.",
]


@settings(deadline=None)
@given(
    regimens(), st.lists(st.sampled_from(ASIDES), max_size=3), st.lists(st.sampled_from(ASIDES), max_size=3)
)
def test_asides_below_the_answer_change_nothing(
    regimen: tuple[Fraction, str, str, str], after_a: list[str], after_b: list[str]
) -> None:
    _, a, b, question = regimen
    if question != GENERAL:
        finding = compare(question, "\n\n".join([a, *after_a]), "\n\n".join([b, *after_b]))
        assert finding.relation is Relation.AGREE


@settings(deadline=None)
@given(st.integers(1, 100), st.integers(1, 100))
def test_volume_and_strength_are_a_mass(millilitres: int, percent: int) -> None:
    grams = written(Fraction(millilitres * percent * 10), "g")
    a = f"Give {millilitres} mL of dextrose {percent}%."
    assert compare(GLUCOSE, a, f"Give {grams} of glucose.").relation is Relation.AGREE
    other = written(Fraction(millilitres * percent * 10 + 5), "g")
    assert compare(GLUCOSE, a, f"Give {other} of glucose.").relation is Relation.CONFLICT


@settings(deadline=None)
@given(regimens(), st.sampled_from(["If the pulse is fast", "When it is severe", "If it does not help"]))
def test_condition_may_stand_before_or_after(regimen: tuple[Fraction, str, str, str], condition: str) -> None:
    _, a, _, question = regimen
    clause = a.rstrip(".")
    before, after = f"{condition}, {clause}.", f"{clause} {condition.lower()}."
    assert compare(question, before, after).relation is Relation.AGREE


MIXED_QUESTIONS = st.sampled_from(
    [
        DOSE,
        AMOXICILLIN,
        HOW_LONG,
        CD4,
        TOURNIQUET,
        ANTIBIOTIC,
        MEASLES,
        SHOCK,
        "Which drug is given for malaria?",
    ]
)
MIXED = st.lists(
    st.sampled_from(
        [
            "Give amoxicillin 500 mg.",
            "Give amoxicillin 1 g.",
            "Children: amoxicillin 250 mg.",
            "Pregnant women: amoxicillin 250 mg.",
            "Amoxicillin 250-500 mg 8 hourly.",
            "adrenaline 0.5 mg IM",
            "adrenaline 0.5 mL IV",
            "Give lamivudine 300 mg.",
            "Give emtricitabine 200 mg.",
            "Treat for 5 days.",
            "Children: treat for 7 days.",
            "Start within 24 hours.",
            "Start ART at CD4 < 350.",
            "Start ART at any CD4 count.",
            "Give artesunate.",
            "If pregnant, give quinine.",
            "Never give artesunate.",
            "Do not give amoxicillin.",
            "Apply a tourniquet.",
            "Do not apply a tourniquet.",
            "Apply a tourniquet only if it bleeds.",
            "Yes.",
            "No.",
            "at 9 months of age",
        ]
    ),
    min_size=1,
    max_size=5,
)
MIXED_TEXTS = st.builds(str.join, st.sampled_from([" ", "\n", "\n\n"]), MIXED)


@settings(deadline=None, max_examples=400)
@given(MIXED_QUESTIONS, MIXED_TEXTS, MIXED_TEXTS)
def test_the_order_of_two_texts_changes_nothing_but_the_sides(question: str, a: str, b: str) -> None:
    forth, back = compare(question, a, b), compare(question, b, a)
    assert (forth.relation, forth.kind, forth.topic) == (back.relation, back.kind, back.topic)
    assert (forth.share, forth.is_exact) == (back.share, back.is_exact)
    assert {forth.a, forth.b} == {back.a, back.b}


@settings(deadline=None)
@given(st.integers(2, 14), st.integers(2, 14), st.integers(100, 900))
def test_what_is_asked_together_is_no_agreement_from_two_places(days: int, longer: int, dose: int) -> None:
    assume(days != longer)
    question = "Amoebic dysentery in an adult: metronidazole dose and number of days?"
    once = f"Metronidazole, oral, {dose} mg 8 hourly for {days} days."
    other = f"Metronidazole, oral, {dose} mg 8 hourly for {longer} days."
    beside = f"Metronidazole, oral, {dose + 50} mg 8 hourly for {days} days."
    assert compare(question, once, once).relation is Relation.AGREE
    assert compare(question, once, f"{other}\n\n{beside}").relation is Relation.CONFLICT
