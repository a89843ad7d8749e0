-- The payloads of all approved requests of this kind for this subject.
create or replace function people.approved_payloads(kind text, subject text) returns setof jsonb
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select a.payload::jsonb from people.approval a
  where a.subject = approved_payloads.subject and a.kind = approved_payloads.kind and a.state = 'approved'
$$;
revoke all on function people.approved_payloads from public;
grant execute on function people.approved_payloads to specie_app;
