-- What two people agreed to: the payload of the approval of this kind, for this subject, that is used in this very transaction
-- (people.is_used); null when there is none.
create or replace function people.approved_payload(kind text, subject text) returns jsonb
  language sql stable set search_path = people, pg_temp as $$
  select a.payload::jsonb from approval a
  where a.subject = approved_payload.subject and a.kind = approved_payload.kind and is_used(a)
$$;
