from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from edgerag.language.negation import Polarity
from edgerag.language.quantities import DAY, HOUR, MONTH, WEEK, YEAR, Interval
from edgerag.language.reading import going_on, read
from edgerag.language.values import FOREVER, Kind, Value


def values(text: str, kind: Kind) -> list[Value]:
    return [value for statement in read(text) for value in statement.values if value.kind is kind]


@pytest.mark.parametrize(
    "written",
    ["bd", "BD", "b.d.", "bid", "twice daily", "twice a day", "2 times a day", "two times per day",
     "every 12 hours",
     "12 hourly", "12-hourly", "q12h", "2x/day", "every twelve hours"],
)  # fmt: skip
def test_every_way_to_write_twice_a_day_is_one_frequency(written: str) -> None:
    (value,) = values(f"Amoxicillin 500 mg {written} for 5 days.", Kind.FREQUENCY)
    assert value.interval == Interval(12 * HOUR, 12 * HOUR)


@pytest.mark.parametrize(
    ("written", "hours"),
    [
        ("tds", 8), ("three times a day", 8), ("8 hourly", 8), ("qid", 6), ("6-hourly", 6), ("daily", 24),
        ("od", 24),
        ("once a day", 24), ("nocte", 24), ("at night", 24), ("once a week", 168), ("weekly", 168),
        ("8 weekly", 8 * 168),
        ("every 8 weeks", 8 * 168), ("on alternate days", 48), ("every other day", 48),
    ],
)  # fmt: skip
def test_frequency_is_hours_between_doses(written: str, hours: int) -> None:
    (value,) = values(f"Give 500 mg {written}.", Kind.FREQUENCY)
    assert value.interval == Interval(Fraction(hours), Fraction(hours))


def test_frequency_that_is_replaced_does_not_count() -> None:
    (value,) = values("150mg should be given 8 weekly instead of 12 weekly", Kind.FREQUENCY)
    assert value.interval.low == 8 * WEEK


@pytest.mark.parametrize(
    ("text", "kind", "interval"),
    [
        ("Treat for 5-7 days", Kind.DURATION, Interval(5 * DAY, 7 * DAY)),
        ("within 72 hours of birth", Kind.TIMING, Interval(None, 3 * DAY)),
        ("if none in past 5 years", Kind.TIMING, Interval(None, 60 * MONTH)),
        ("children under 5 years", Kind.AGE, Interval(None, 60 * MONTH)),
        ("a baby 6 months old", Kind.AGE, Interval(6 * MONTH, 6 * MONTH)),
        ("CD4 < 350", Kind.THRESHOLD, Interval(None, Fraction(350))),
        ("SBP ≥ 180 or headache", Kind.THRESHOLD, Interval(Fraction(180), None)),
        ("regardless of CD4 count", Kind.THRESHOLD, FOREVER),
        ("give as a single dose", Kind.COUNT, Interval(Fraction(1), Fraction(1))),
        ("azithromycin 1 g stat", Kind.COUNT, Interval(Fraction(1), Fraction(1))),
        ("weekly for three doses", Kind.COUNT, Interval(Fraction(3), Fraction(3))),
    ],
)
def test_kind_follows_from_the_words_around(text: str, kind: Kind, interval: Interval) -> None:
    (value,) = values(text, kind)
    assert value.interval == interval


@pytest.mark.parametrize(
    "text", ["Issue a 1-month drug supply", "Treat 7 days a week", "Discuss it at the 6 month visit"]
)
def test_a_supply_a_visit_and_the_days_of_a_week_are_no_times_of_giving(text: str) -> None:
    assert not values(text, Kind.DURATION)
    assert not values(text, Kind.TIMING)


def test_a_time_that_is_only_wished_for_does_not_stand_beside_the_limit() -> None:
    (limit,) = values("Start within 72 hours of exposure (ideally within 1 hour)", Kind.TIMING)
    assert limit.interval == Interval(None, 3 * DAY)
    (wished,) = values("Start preferably within 24 hours", Kind.TIMING)
    assert wished.interval == Interval(None, DAY)


def test_a_discharge_from_the_vagina_is_no_route() -> None:
    (statement,) = read("Treat vaginal discharge with metronidazole 2 g PO.")
    assert [route.name for route in statement.routes] == ["oral"]


def test_blood_pressure_is_two_thresholds() -> None:
    units = {value.unit: value.interval.low for value in values("if BP ≥ 160/110 mmHg", Kind.THRESHOLD)}
    assert units == {"pressure systolic": 160, "pressure diastolic": 110}


def test_volume_of_a_dilution_is_a_mass() -> None:
    (value,) = values("adrenaline 0.5mL (1:1000 solution) IM", Kind.DOSE)
    assert (value.unit, value.interval.low, value.drug) == ("mass", Fraction(1, 2), "adrenaline")


def test_each_part_of_a_combined_tablet_has_its_own_dose() -> None:
    doses = {
        value.drug: value.interval.low
        for value in values("Give iron/folic acid 60mg/400mcg PO daily.", Kind.DOSE)
    }
    assert doses == {"iron": 60, "folic-acid": Fraction(2, 5)}


def test_dose_belongs_to_its_drug() -> None:
    text = "Amoxicillin 500 mg, metronidazole 400 mg; with 1 mL 1% lignocaine."
    assert [(v.drug, v.text) for v in values(text, Kind.DOSE)] == [
        ("amoxicillin", "500 mg"),
        ("metronidazole", "400 mg"),
        ("lidocaine", "1 mL"),
    ]


def test_what_a_drug_is_dissolved_in_is_no_dose() -> None:
    doses = values("Magnesium sulphate 4 g IV in 200 mL sodium chloride 0.9% over 20 minutes", Kind.DOSE)
    assert [(value.drug, value.text) for value in doses] == [("magnesium-sulfate", "4 g")]


def test_stated_strength_is_no_dose() -> None:
    assert [v.text for v in values("Quinine, IV (1 mL = 300 mg). Loading dose: 20 mg/kg.", Kind.DOSE)] == [
        "20 mg/kg"
    ]


def test_values_know_for_whom_they_are() -> None:
    adult, child = values("Adults: 500 mg twice daily, children: 250 mg twice daily", Kind.DOSE)
    assert (adult.populations, child.populations) == (frozenset({"adult"}), frozenset({"child"}))


@pytest.mark.parametrize(
    ("text", "polarity"),
    [
        ("Apply a tourniquet.", Polarity.DO),
        ("Do not apply a tourniquet.", Polarity.DO_NOT),
        ("A tourniquet should never be used.", Polarity.DO_NOT),
        ("Avoid suturing the wound.", Polarity.DO_NOT),
        ("Aspirin is contraindicated in children.", Polarity.DO_NOT),
        ("Aspirin is not contraindicated.", Polarity.DO),
        ("Do not stop the treatment.", Polarity.DO),
        ("You may give a second dose.", Polarity.MAY),
        ("Suture only if the wound is clean.", Polarity.ONLY_IF),
    ],
)
def test_polarity(text: str, polarity: Polarity) -> None:
    assert [statement.polarity for statement in read(text)] == [polarity]


def test_sentences_bullets_and_rows_are_statements() -> None:
    text = "Give oxygen.\n• Adrenaline 0.5 mL IM\n• Repeat after 5 min; refer\n"
    text += "| drug | dose |\n| quinine | 10 mg |"
    assert [statement.text.strip() for statement in read(text)] == [
        "Give oxygen.",
        "Adrenaline 0.5 mL IM",
        "Repeat after 5 min",
        "refer",
        "| drug | dose |",
        "| quinine | 10 mg |",
    ]


@given(st.text(max_size=400))
def test_spans_quote_the_text_whatever_it_is(text: str) -> None:
    for statement in read(text):
        assert text[statement.start : statement.end] == statement.text
        for value in statement.values:
            assert statement.start <= value.start <= value.end <= statement.end


@pytest.mark.parametrize("head", ["Do not:", "Never do this:", "What not to do:", "Things to avoid:"])
def test_all_items_under_a_ban_are_forbidden(head: str) -> None:
    _, *items = read(f"{head}\n• cut the bite\n• suck the venom out")
    assert [item.polarity for item in items] == [Polarity.DO_NOT] * 2


@pytest.mark.parametrize("answer", ["No", "NO:"])
def test_what_stands_under_the_answer_no_of_a_flow_chart_is_not_forbidden(answer: str) -> None:
    *_, give, review = read(f"Is the patient on ART?\n{answer}\n• Give quinine.\n• Review in 2 days.")
    assert [give.polarity, review.polarity] == [Polarity.DO] * 2


def test_a_row_of_data_owes_nothing_to_the_row_above_it() -> None:
    first, second = read("Row 2 | Medicine: adrenaline | Dose: 0.5 mg\nRow 3 | Medicine: Xyzol | Dose: 20 mg")
    assert [value.drug for value in (*first.values, *second.values)] == ["adrenaline", ""]
    assert going_on((first, second), 0) == (first,)


def test_the_strength_on_the_shelf_is_no_dose() -> None:
    (row,) = read("Row 7 | Medicine: amoxicillin | Strength: 250 mg | Adult dose: 500 mg")
    assert [value.text for value in row.values if value.kind is Kind.DOSE] == ["500 mg"]


@pytest.mark.parametrize(
    ("text", "doses"),
    [
        ("Artemether with lumefantrine, using tablets of 20 mg artemether with 120 mg lumefantrine.", []),
        ("Adrenaline, using ampules of 1 mg in 1 ml.", []),
        ("Quinine is sold as tablets of 300 mg and capsules containing 200 mg.", []),
        ("Give 2 tablets of 300 mg quinine.", ["2 tablets"]),
        ("Give two tablets of 300 mg quinine with 5 mg of folic acid.", ["two tablets", "5 mg"]),
        ("RH(300,150mg)", []),
        ("RH –150,75 mg | RH–60,30 mg", []),
        ("RH 300 mg daily", ["300 mg"]),
        ("Paracetamol 1,000 mg", ["1,000 mg"]),
    ],
)
def test_a_strength_that_is_sold_is_no_dose_until_it_is_counted(text: str, doses: list[str]) -> None:
    found = [value.text for said in read(text) for value in said.values if value.kind is Kind.DOSE]
    assert list(dict.fromkeys(found)) == doses


def test_values_of_a_row_of_data_are_of_the_medicine_that_it_is_about() -> None:
    (row,) = read("Row 5 | Medicine: hydrocortisone | For: shock after adrenaline | Dose: 200 mg")
    assert [value.drug for value in row.values] == ["hydrocortisone"]
    (row,) = read(
        "Row 6 | Dose: 20 mg | Strength: 60 mg/400 mcg | Medicine: zinc | Note: with 5 mg folic acid"
    )
    assert [(value.text, value.drug) for value in row.values] == [("20 mg", "zinc"), ("5 mg", "folic-acid")]


def test_people_of_one_cell_are_not_those_of_another() -> None:
    (row,) = read(
        "Row 7 | Medicine: adrenaline | Adult dose: 0.5 mg | Child dose: 0.01 mg/kg | Often: every 5 minutes"
        " | Caution: not with allergy, not in pregnancy"
    )
    assert [(value.text, set(value.populations)) for value in row.values] == [
        ("0.5 mg", {"adult"}),
        ("0.01 mg/kg", {"child"}),
        ("every 5 minutes", set()),
    ]
    (row,) = read("Row 8 | Medicine: zinc | Patients: children | Dose: 20 mg")
    assert row.values[0].populations == {"child"}


def test_a_row_of_data_is_read_whole() -> None:
    (row,) = read(
        "Row 2 | Medicine: adrenaline | Dose: 0.5 mg; again after 5 minutes | Child dose: 0.01 mg/kg"
    )
    assert {value.drug for value in row.values} == {"adrenaline"}
    assert row.values[-1].populations == {"child"}


def test_a_head_of_columns_is_no_lead_of_rows_that_name_them() -> None:
    _, row = read("Row 1 | Medicine | Child | Adult\nRow 2 | Medicine: zinc | Adult: 20 mg")
    assert row.values[0].populations == {"adult"}


@pytest.mark.parametrize(
    "ban",
    [
        "Avoid if asthma",
        "avoid in asthma",
        "Do not give in asthma.",
        "- Contraindicated in asthma",
        "Avoid if: asthma",
    ],
)
@pytest.mark.parametrize("joint", [" | ", ". ", " - "])
def test_a_row_gives_what_it_doses_though_it_forbids_it_in_a_case(ban: str, joint: str) -> None:
    dosed, banned = read(f"Ibuprofen | 400 mg 8 hourly{joint}{ban}")
    assert dosed.polarity is Polarity.DO
    assert [value.text for value in dosed.values] == ["400 mg", "8 hourly"]
    assert banned.polarity is Polarity.DO_NOT
    assert not banned.drugs


@pytest.mark.parametrize(
    "row", ["Ibuprofen | avoid in asthma", "Ibuprofen | 400 mg | avoid", "Ibuprofen | do not give"]
)
def test_a_row_that_forbids_outright_or_doses_nothing_is_a_ban(row: str) -> None:
    (statement,) = read(row)
    assert statement.polarity is Polarity.DO_NOT


@given(
    order=st.sampled_from(["Give zinc", "Continue the course", "Repeat the test", "Provide iron until then"]),
    ban=st.sampled_from(["Do not give aspirin", "Avoid aspirin", "stop aspirin", "No aspirin is given"]),
)
def test_a_row_that_tells_one_thing_and_forbids_another_says_both(order: str, ban: str) -> None:
    assert [one.polarity for one in read(f"{order} | {ban}")] == [Polarity.DO, Polarity.DO_NOT]


def test_the_head_of_a_table_holds_behind_a_row_that_forbids_in_a_case() -> None:
    table = "Drug | Adults | Children\nIbuprofen | 400 mg | 100 mg. Avoid if asthma\nAspirin | 300 mg | 75 mg"
    assert [(value.text, sorted(value.populations)) for value in values(table, Kind.DOSE)] == [
        ("400 mg", ["adult"]),
        ("100 mg", ["child"]),
        ("300 mg", ["adult"]),
        ("75 mg", ["child"]),
    ]


@given(st.integers(1, 999), st.integers(1, 999))
def test_a_row_reads_as_its_sentences_do(mg: int, hours: int) -> None:
    row = read(f"Zinc | {mg} mg every {hours} hours | Avoid if ill")
    said = read(f"Zinc {mg} mg every {hours} hours. Avoid if ill")
    assert [one.polarity for one in row] == [one.polarity for one in said]
    assert [[value.interval for value in one.values] for one in row] == [
        [value.interval for value in one.values] for one in said
    ]


@given(
    st.sampled_from(["vit b complex im", "xylolpo", "Some syrup po", "or | unknownamide iv"]),
    st.integers(1, 900),
)
def test_a_row_of_a_remedy_that_nobody_knows_is_not_of_the_medicine_above(remedy: str, mg: int) -> None:
    _, row = read(
        f"zinc po | C V | 20 mg | once a day | 3 days\n{remedy} | C V | {mg} mg | once a day | 9 days"
    )
    assert {value.drug for value in row.values} == {""}
    for further in ("Child", "Child im", "Loading dose iv", "Maintenance iv"):
        _, row = read(f"zinc po | C V | 20 mg | once a day | 3 days\n{further} | {mg} mg | once a day")
        assert {value.drug for value in row.values} == {"zinc"}


@given(
    st.integers(10, 90),
    st.sampled_from(["<", ">", "≥"]),
    st.sampled_from(["/1.73m2", " /1.73 m2", " per 1.73 m2"]),
)
def test_what_is_told_for_the_surface_of_a_body_is_what_kidneys_clear_and_no_dose(
    n: int, sign: str, surface: str
) -> None:
    (statement,) = read(f"Adults on tenofovir | rate | {sign} {n} mL/min{surface}")
    assert [(value.kind, value.unit.strip()) for value in statement.values] == [
        (Kind.THRESHOLD, "creatinine-clearance")
    ]


@given(st.integers(2, 30), st.sampled_from(["days", "weeks"]), st.sampled_from(["since", "after", "from"]))
def test_how_long_it_is_since_something_began_is_no_time_of_treatment(n: int, unit: str, word: str) -> None:
    (statement,) = read(f"Give aciclovir for 40 days if it is {n} {unit} {word} the onset of the rash.")
    kinds = {value.text: value.kind for value in statement.values}
    assert kinds["40 days"] is Kind.DURATION
    assert kinds[f"{n} {unit}"] is Kind.TIMING


@given(
    drug=st.sampled_from(["amoxicillin", "metronidazole", "paracetamol"]),
    lead=st.sampled_from(["Child:", "In each dose give:", "Use one of the following:", "Titrate to effect."]),
    mg=st.integers(50, 900),
)
def test_a_line_that_names_nothing_leaves_the_medicine_above_it(drug: str, lead: str, mg: int) -> None:
    *_, dosed = read(f"- {drug.title()}, oral, 8 hourly\n- {lead}\n- 1-5 years: {mg} mg")
    assert {value.drug for value in dosed.values} == {drug}


@pytest.mark.parametrize("line", ["For rigidity, spasms:", "Malaria:"])
def test_a_line_that_names_an_illness_ends_what_was_spoken_of(line: str) -> None:
    *_, dosed = read(f"- Amoxicillin, oral, 8 hourly\n{line}\n- 1-5 years: 250 mg")
    assert {value.drug for value in dosed.values} == {""}


@given(name=st.sampled_from(["Xylopromin", "Zorbidol", "Krelvamine"]), mg=st.integers(5, 500))
def test_an_unknown_medicine_with_its_way_of_giving_is_not_the_one_above(name: str, mg: int) -> None:
    *_, dosed = read(f"- Amoxicillin, oral, 500 mg 8 hourly\n- {name}, oral, {mg} mg daily")
    assert {value.drug for value in dosed.values} == {""}


@pytest.mark.parametrize(
    "row",
    [
        "nevirapine | 200 mg daily for 14 days | Avoid nevirapine if the CD4 count is above 250",
        "metformin | 500 mg twice daily | - | contraindicated in renal failure",
        "cotrimoxazole | CD4 count below 200 | Discontinue if the CD4 count is above 200",
        "efavirenz | 600 mg at night | Avoid in pregnancy",
    ],
)
def test_a_row_is_cut_at_the_cell_that_forbids_what_it_doses(row: str) -> None:
    dosed, banned = read(row)
    assert (dosed.polarity, banned.polarity) == (Polarity.DO, Polarity.DO_NOT)
    assert dosed.values
    assert not any(value.kind is Kind.DOSE for value in banned.values)


@given(two=st.permutations(["tenofovir", "zidovudine", "abacavir"]))
def test_what_is_given_where_another_is_forbidden_is_not_forbidden(two: list[str]) -> None:
    banned, instead = read(f"Contraindication to {two[0]} | {two[1]} 300 mg")
    assert (banned.polarity, instead.polarity) == (Polarity.DO_NOT, Polarity.DO)
    assert {drug.name for drug in instead.drugs} == {two[1]}


def test_a_row_that_forbids_what_its_other_cell_names_stays_a_ban() -> None:
    assert [one.polarity for one in read("| Do not give | aspirin 300 mg |")] == [Polarity.DO_NOT]


@given(st.integers(1, 900), st.sampled_from(["Often comes in:", "Available as:", "It is supplied in:"]))
def test_nothing_that_is_listed_under_what_it_comes_in_is_a_dose(mg: int, lead: str) -> None:
    listed = f"{lead}\n- capsules, {mg} mg\n- syrup with {mg} mg in 5 ml\n"
    text = f"Phenytoin\n{listed}Dosage:\n- adults: {mg} mg at once"
    assert [(one.kind, one.drug) for s in read(text) for one in s.values] == [(Kind.DOSE, "phenytoin")]
    assert not any(s.values for s in read(f"Phenytoin {lead.lower()} {mg} mg tablets."))


@given(st.integers(1, 900), st.sampled_from(["Strength", "Drug and strength", "Pack sizes", "Dosage form"]))
def test_nothing_in_a_column_of_strengths_is_a_dose(mg: int, head: str) -> None:
    table = f"Drug | {head} | Usual dose\nPhenytoin | {mg} mg, 10 mL | 300 mg\n"
    assert [one.text for s in read(table) for one in s.values] == ["300 mg"]
    without = read(table.replace(f" | {head}", ""))
    assert [one.text for s in without for one in s.values] != ["300 mg"]


def test_the_head_of_a_table_holds_after_a_line_without_cells() -> None:
    rows = read("Drug | Adult dose\nDiclofenac | 50 mg\nor\nIbuprofen | 400 mg\nNaproxen 500 mg\n")
    dosed = {value.drug: value.populations for row in rows for value in row.values}
    assert dosed == {"diclofenac": {"adult"}, "ibuprofen": {"adult"}, "naproxen": frozenset()}


@given(st.sampled_from(["daily", "3 times a day", "for 5 days"]))
def test_what_follows_a_bracket_that_tells_what_an_amount_holds_is_of_the_medicine_before_it(
    told: str,
) -> None:
    (one,) = read(f"Ferrous sulphate 200 mg (65 mg elemental iron) {told}")
    assert [value.drug for value in one.values] == ["ferrous-sulfate"] * 2
    (named,) = read(f"Panadol (paracetamol) 500 mg {told}")
    assert {value.drug for value in named.values} == {"paracetamol"}


@given(st.integers(5, 60), st.integers(1, 20))
def test_what_stands_under_a_weight_or_an_age_is_for_those_of_it(kg: int, years: int) -> None:
    (dose,) = values(f"Adults and children > {kg} kg:\n- Artesunate 2.4 mg/kg", Kind.DOSE)
    assert dose.weights is not None
    assert dose.weights.low is not None
    assert dose.weights.low > kg
    (dose,) = values(f"Children under {years} years:\n- Give zinc 10 mg", Kind.DOSE)
    assert dose.ages is not None
    assert dose.ages.low is None


def test_what_tells_its_own_age_keeps_it_and_a_lead_of_several_gives_none() -> None:
    (dose,) = values("Children under 5 years:\n- 2 to 3 years: zinc 10 mg", Kind.DOSE)
    assert dose.ages is not None
    assert dose.ages.low == 2 * YEAR
    (dose,) = values("Doses for 2-3 years and for 4-5 years:\n- Give zinc 10 mg", Kind.DOSE)
    assert dose.ages is None


def test_what_stands_under_a_weight_or_an_age_at_the_head_of_a_column_is_for_those_of_it() -> None:
    first, second = values("Medicine | 5 to 14 kg | 15 to 24 kg\nquinine | 100 mg | 200 mg", Kind.DOSE)
    assert first.weights == Interval(Fraction(5), Fraction(14))
    assert second.weights == Interval(Fraction(15), Fraction(24))
    (dose,) = values("Medicine | 5 to 14 kg | 15 to 24 kg\nquinine | 100 mg", Kind.DOSE)
    assert dose.weights is None


def test_a_row_that_begins_with_a_weight_is_no_head_of_the_rows_below_it() -> None:
    _, second = values("Weight | Dose\n5 to 14 kg | 100 mg\n15 to 24 kg | 200 mg", Kind.DOSE)
    assert second.weights == Interval(Fraction(15), Fraction(24))


@pytest.mark.parametrize("kind_named", ["Antiretrovirals", "An antiretroviral", "Antibiotics"])
def test_what_is_said_of_another_kind_of_medicine_is_not_of_the_one_named_before(kind_named: str) -> None:
    said = read(f"Levonorgestrel 1.5 mg up to three days after intercourse. {kind_named} for 28 days.")
    assert {value.drug for value in said[-1].values} == {""}


def test_what_is_said_of_its_own_kind_is_of_the_medicine_named_before() -> None:
    said = read("Amoxicillin is the drug of choice. The antibiotic is given for 5 days.")
    assert {value.drug for value in said[-1].values} == {"amoxicillin"}


@pytest.mark.parametrize("article", ["a", "one", "as one", "in a"])
def test_one_single_dose_is_one(article: str) -> None:
    said = read(f"Ceftriaxone is given {article} single injection.")
    assert [v.interval for s in said for v in s.values] == [Interval(Fraction(1), Fraction(1))]
