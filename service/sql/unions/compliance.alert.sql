-- What needs the look of a person, with the institution or party that it is about. `is_open`: people have not decided
-- yet.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view compliance.alert (key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary) as
  select key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary from compliance.own_alert
  union all
  select key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary from banking.alert
  union all
  select key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary from rails.alert
  union all
  select key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary from transfers.alert;
grant select on compliance.alert to specie_app;
