-- The approval of this kind, for this subject, that this transaction uses (people.is_used); null if there is none.
create or replace function people.used_approval(kind text, subject text) returns uuid
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.id from people.approval a
  where a.subject = used_approval.subject and a.kind = used_approval.kind and people.is_used(a)
$$;
