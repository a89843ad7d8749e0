-- The payload of the waiting request of this kind for this subject, addressed to people of this institution.
create or replace function people.requested_payload(kind text, subject text, institution uuid) returns jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.payload::jsonb from people.approval a
  where a.subject = requested_payload.subject and a.kind = requested_payload.kind and a.institution_id = requested_payload.institution
    and a.state = 'waiting'
$$;
