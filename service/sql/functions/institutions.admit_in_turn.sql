-- As institutions.admit, where a key asks more than once: its requests are judged one after the other, by what the ones
-- before have spent. By windows: whoever floods us under a key of their own must not hold up the others of the batch.
create or replace function institutions.admit_in_turn(
  keys uuid[], nonces numeric[], versions bigint[], out refusals text[], out highest numeric[], out waits integer[]
)
  language plpgsql security definer set search_path = institutions, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  now_at timestamptz;
begin
  perform from key_use u where u.key_id = any (keys) order by u.key_id for no key update;
  now_at := clock_timestamp();  -- read after the locks: waiting for them takes time
  with asked as (
    select a.ord, a.key_id, a.nonce, u.version = a.version as known,
           least(u.next_at, now_at + interval '1050 ms') as due,
           greatest(u.last_nonce, max(a.nonce) filter (where u.version = a.version) over (partition by a.key_id order by a.ord
             rows between unbounded preceding and 1 preceding)) as highest
    from unnest(keys, nonces, versions) with ordinality as a (key_id, nonce, version, ord)
    left join key_use u on u.key_id = a.key_id
  ), judged as (
    select a.*, a.known and a.nonce > a.highest as fresh,
           count(*) filter (where a.known and a.nonce > a.highest) over (partition by a.key_id order by a.ord) as nth
    from asked a
  ), passed as (
    select j.*, j.fresh and j.nth = 1 and j.due - interval '50 ms' <= now_at as admitted,
           -- Of the same key in this batch: the highest nonce that is spent now, and when it is due again.
           max(j.nonce) filter (where j.fresh) over (partition by j.key_id) as spent_nonce,
           case when bool_or(j.fresh and j.nth = 1 and j.due - interval '50 ms' <= now_at) over (partition by j.key_id)
             then greatest(j.due, now_at) + interval '1 second' else j.due end as next_at
    from judged j
  ), spent as (
    update key_use u set last_nonce = s.spent_nonce, next_at = s.next_at
    from (select distinct p.key_id, p.spent_nonce, p.next_at from passed p where p.spent_nonce is not null) s
    where u.key_id = s.key_id
  )
  select
    array_agg(case when p.key_id is null or p.admitted then null when p.known is not true then 'changed'
      when not p.fresh then 'stale' else 'limited' end order by p.ord),
    array_agg(greatest(p.highest, p.spent_nonce) order by p.ord),
    array_agg(case when p.spent_nonce is null then 1
      else greatest(1, ceil(extract(epoch from p.next_at - now_at) * 1000)) end::integer order by p.ord)
  into refusals, highest, waits
  from passed p;
end $$;
revoke all on function institutions.admit_in_turn from public;
