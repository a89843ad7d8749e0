-- Bank cases about an institution: it is named, or it owns the wire. A part of compliance.alert.
create or replace view banking.alert (key, kind, source, subject_kind, subject_id, about, party, at, is_open, summary) as
  select 'bank_case:' || c.id, 'bank_case', c.id::text, case when w.id is not null then 'wire' end, w.id,
    coalesce((c.detail ->> 'institutionid')::uuid, w.institution_id), null::text, c.opened_at, c.closed_at is null,
    replace(c.kind, '_', ' ') || coalesce(': ' || (c.detail ->> 'problem'), '')
  from banking.bank_case c left join banking.wire w on w.id = (c.detail ->> 'wireid')::uuid
  where c.detail ? 'institutionid' or w.institution_id is not null;
