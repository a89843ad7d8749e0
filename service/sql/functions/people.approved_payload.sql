-- What two people agreed to: the payload of the approval of this kind, for this subject, that was used in this very transaction
-- (people.use_approval); null when there is none.
create or replace function people.approved_payload(kind text, subject text) returns jsonb
  language sql stable set search_path = people, pg_temp as $$
  select a.payload::jsonb from approval a
  where a.subject = approved_payload.subject and a.kind = approved_payload.kind
    and a.used_by = pg_current_xact_id_if_assigned()
$$;
