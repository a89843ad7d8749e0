-- Adds calls in the order in which they were answered. Keeps the last hundred of each key, at times some more: finding
-- the hundredth takes much longer than adding a row, so only one call in twenty deletes old rows of its key.
-- calls: [{key_id, at, path, status, code, trace_id, ip}, …]. Called by access/api-key/recent-calls.ts only.
-- Plans use the index regardless of statistics, because they may be made while the table is empty.
create or replace function access.record_calls(calls jsonb) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off set enable_bitmapscan = off as $$
declare
  noted uuid[];
  one uuid;
  last bigint;
begin
  with added as (
    insert into access.recent_call (key_id, at, path, status, code, trace_id, ip)
    select c.key_id, c.at, c.path, c.status, c.code, c.trace_id, c.ip
    from jsonb_to_recordset(calls) as c
      (key_id uuid, at timestamptz, path text, status smallint, code text, trace_id text, ip text)
    returning id, key_id
  )
  select coalesce(array_agg(distinct key_id), '{}') into noted from added where id % 20 = 0;
  foreach one in array noted loop
    select r.id into last from access.recent_call r where r.key_id = one order by r.id desc offset 100 limit 1;
    if found then
      delete from access.recent_call r where r.key_id = one and r.id <= last;
    end if;
  end loop;
end $$;
revoke all on function access.record_calls from public;
grant execute on function access.record_calls to specie_app;
