-- What a reader holds against a verdict: that a pair of a kept report was judged wrongly. It goes with its report.

create table marks (
    report integer not null references reports on delete cascade,
    a text not null,                  -- a handbook's id, as in the report; a comes before b there
    b text not null,
    right_label text not null,        -- such as 'CONSISTENT'; '' if the reader did not say
    note text not null,
    seal blob not null,
    primary key (report, a, b)
) strict, without rowid;
