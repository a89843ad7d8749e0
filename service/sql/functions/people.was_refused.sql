-- Whether a request of this kind for this subject ended without an approval.
create or replace function people.was_refused(kind text, subject text) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from people.approval a where a.subject = was_refused.subject and a.kind = was_refused.kind
    and a.state in ('refused', 'expired', 'withdrawn'))
$$;
