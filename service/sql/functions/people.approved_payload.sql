-- The payload of the approval of this kind, for this subject, that this transaction uses (people.is_used); null if
-- there is none.
create or replace function people.approved_payload(kind text, subject text) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.payload::jsonb from people.approval a
  where a.subject = approved_payload.subject and a.kind = approved_payload.kind and people.is_used(a)
$$;
