"""Words of guidelines that mean the same, the opposite, or another of the same kind."""

from __future__ import annotations


def words(text: str) -> tuple[str, ...]:
    """What stands between commas."""
    return tuple(word.strip() for word in text.split(",") if word.strip())


def groups(text: str) -> tuple[tuple[str, ...], ...]:
    """One group of words a line."""
    return tuple(words(line) for line in text.strip().splitlines())


WORDS = words("""
    zero, one, two, three, four, five, six, seven, eight, nine, ten, eleven, twelve
""")
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
DRUGS = tuple(CLASS_OF)
