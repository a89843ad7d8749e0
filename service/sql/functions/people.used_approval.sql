-- The approval of this kind, for this subject, that was used in this very transaction (people.use_approval); null: none.
create or replace function people.used_approval(kind text, subject text) returns uuid
  language sql stable set search_path = people, pg_temp as $$
  select a.id from approval a
  where a.subject = used_approval.subject and a.kind = used_approval.kind and a.used_by = pg_current_xact_id_if_assigned()
$$;
