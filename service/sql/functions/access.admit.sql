-- Checks nonce and rate of a batch of requests in one atomic, durable step, shared by all processes (A1). The caller
-- has verified the signatures.
-- For each key, in order of arrival: the nonce must be higher than every earlier one and at most a day ahead, so that one
-- mistake cannot use up the key. Then at most one request per second passes, up to 50 ms early. Due times advance by a
-- full second each (GCRA). The tolerance forgives jitter and never allows more than one request per second over time. A
-- refused request spends no nonce and does not delay the next slot.
--
-- keys      null if the request was admitted before
-- versions  the version of the key that the process has cached: its state, scopes, addresses, KYB and agreements
--
-- Returns one row. `refusals` is null if every request was admitted; otherwise it holds one reason per request (null:
-- admitted), with the highest nonce that the key has spent and the milliseconds until its next slot.
-- stale     the nonce is not higher than the last one
-- ahead     the nonce is more than a day ahead
-- limited   too early
-- changed   the key has another version. Nothing was spent, read the key again
--
-- The database's clock decides, because all processes share it. Plans are made once per connection (planning took 0.6
-- of the 1.1 ms of a call), perhaps while the tables are empty: so no scan of a whole table and no join of the batch
-- with itself.
create or replace function access.admit(
  keys uuid[], nonces numeric[], versions bigint[], out refusals text[], out highest numeric[], out waits integer[]
)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  asked int := cardinality(array_remove(keys, null));
  now_at timestamptz := clock_timestamp();
  latest numeric := floor(extract(epoch from now_at) * 1000) + 86400000;
  fresh bigint[]; -- positions in the batch of the requests whose nonce is fresh
  passed bigint[];
begin
  if asked <> (select count(distinct key) from unnest(keys) key) then
    select r.refusals, r.highest, r.waits into refusals, highest, waits
    from access.admit_in_turn(keys, nonces, versions) r;
    return;
  end if;

  with spending as (
    update access.key_use u
    set last_nonce = case when u.next_at - interval '50 ms' <= now_at then a.nonce else u.last_nonce end,
      admitted = u.next_at - interval '50 ms' <= now_at,
      -- If the clock was set back, a key waits for at most one slot.
      next_at = case when u.next_at - interval '50 ms' <= now_at then greatest(u.next_at, now_at) + interval '1 second'
        else least(u.next_at, now_at + interval '1050 ms') end
    from (
      -- In order of key id, so that two batches wait for each other instead of deadlocking.
      select * from unnest(keys, nonces, versions) with ordinality k (key_id, nonce, version, n) order by key_id
    ) a
    where u.key_id = a.key_id and u.version = a.version and u.last_nonce < a.nonce and a.nonce <= latest
    returning a.n, u.admitted
  )
  select array_agg(n), array_agg(n) filter (where spending.admitted) into fresh, passed from spending;
  if coalesce(cardinality(passed), 0) = asked then
    return;
  end if;

  select
    array_agg(case when k.key_id is null or k.n = any (passed) then null when k.n = any (fresh) then 'limited'
      when u.version is distinct from k.version then 'changed' when k.nonce > latest then 'ahead' else 'stale' end
      order by k.n),
    array_agg(u.last_nonce order by k.n),
    array_agg(case when u.next_at > now_at then ceil(extract(epoch from u.next_at - now_at) * 1000)::integer else 1 end
      order by k.n)
  into refusals, highest, waits
  from unnest(keys, nonces, versions) with ordinality k (key_id, nonce, version, n) left join access.key_use u on u.key_id = k.key_id;
end $$;
revoke all on function access.admit from public;
grant execute on function access.admit to specie_app;
