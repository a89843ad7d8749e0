-- Bank cases about a payment over a rail. A part of compliance.alert.
create or replace view rails.alert (key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary) as
  select 'bank_case:' || m.id, 'bank_case', m.id::text, 'payment', p.id, p.institution_id, null::text, m.at, m.is_open, m.summary
  from banking.matter m join rails.payment p on p.id = m.item;
