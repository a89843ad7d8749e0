-- Adds calls, in the order in which they were answered, and keeps the last hundred of each key that is among them.
-- calls: [{key_id, at, path, status, code, trace_id, ip}, …]. Called by institutions/api-key/recent-calls.ts only.
create or replace function institutions.note_calls(calls jsonb) returns void
  language plpgsql security definer set search_path = institutions, pg_temp as $$
begin
  insert into recent_call (key_id, at, path, status, code, trace_id, ip)
  select c.key_id, c.at, c.path, c.status, c.code, c.trace_id, c.ip
  from jsonb_to_recordset(calls) as c
    (key_id uuid, at timestamptz, path text, status smallint, code text, trace_id text, ip text);
  delete from recent_call r using (
    select k.key_id,
      (select o.id from recent_call o where o.key_id = k.key_id order by o.id desc offset 100 limit 1) as last
    from (select distinct (c ->> 'key_id')::uuid as key_id from jsonb_array_elements(calls) c) k
  ) old
  where r.key_id = old.key_id and r.id <= old.last;
end $$;
revoke all on function institutions.note_calls from public;
grant execute on function institutions.note_calls to specie_app;
