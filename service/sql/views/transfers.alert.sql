-- Bank cases about a deposit or a withdrawal, such as coins that could not be collected. A part of compliance.alert.
create or replace view transfers.alert (key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary) as
  select 'bank_case:' || m.id, 'bank_case', m.id::text, 'deposit', d.id, d.institution_id, null::text, m.at, m.is_open, m.summary
  from banking.matter m join transfers.deposit d on d.id = m.item where d.institution_id is not null
  union all
  select 'bank_case:' || m.id, 'bank_case', m.id::text, 'withdrawal', w.id, w.institution_id, null, m.at, m.is_open, m.summary
  from banking.matter m join transfers.withdrawal w on w.id = m.item;
