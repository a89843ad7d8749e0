-- Like access.admit, for batches in which a key appears more than once. Its requests are judged one after the other.
-- Window functions do it in one pass, so that a flood under one key does not delay the other keys of the batch.
create or replace function access.admit_in_turn(
  keys uuid[], nonces numeric[], versions bigint[], out refusals text[], out highest numeric[], out waits integer[]
)
  language plpgsql security definer set search_path = pg_catalog, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  now_at timestamptz;
  latest numeric;
begin
  perform from access.key_use u where u.key_id = any (keys) order by u.key_id for no key update;
  now_at := clock_timestamp(); -- read after the locks, because waiting for them takes time
  latest := floor(extract(epoch from now_at) * 1000) + 86400000;
  with asked as (
    select a.ord, a.key_id, a.nonce, u.version = a.version as known, u.last_nonce,
           least(u.next_at, now_at + interval '1050 ms') as due,
           u.version = a.version and a.nonce > u.last_nonce and a.nonce <= latest as fresh
    from unnest(keys, nonces, versions) with ordinality as a (key_id, nonce, version, ord)
    left join access.key_use u on u.key_id = a.key_id
  ), judged as (
    -- A slot admits one request: the first with a fresh nonce. Later requests of the key are compared with that nonce.
    select a.*, bool_or(a.fresh) over (partition by a.key_id) as some_fresh,
           a.fresh and a.due - interval '50 ms' <= now_at
             and a.ord = min(a.ord) filter (where a.fresh) over (partition by a.key_id) as admitted
    from asked a
  ), passed as (
    -- Per key of this batch. The nonce that is spent now, and the time of its next slot.
    select j.*, max(j.nonce) filter (where j.admitted) over (partition by j.key_id) as spent_nonce,
           case when bool_or(j.admitted) over (partition by j.key_id) then greatest(j.due, now_at) + interval '1 second'
             else j.due end as next_at
    from judged j
  ), spent as (
    update access.key_use u set last_nonce = coalesce(s.spent_nonce, u.last_nonce), next_at = s.next_at
    from (select distinct p.key_id, p.spent_nonce, p.next_at from passed p where p.some_fresh) s
    where u.key_id = s.key_id
  )
  select
    array_agg(case when p.key_id is null or p.admitted then null when p.known is not true then 'changed'
      when p.nonce > latest then 'ahead'
      when p.nonce > coalesce(p.spent_nonce, p.last_nonce) then 'limited' else 'stale' end order by p.ord),
    array_agg(coalesce(p.spent_nonce, p.last_nonce) order by p.ord),
    array_agg(greatest(1, ceil(extract(epoch from p.next_at - now_at) * 1000))::integer order by p.ord)
  into refusals, highest, waits
  from passed p;
end $$;
revoke all on function access.admit_in_turn from public;
