-- What all of a batch pass is judged once for all of them; each one's own verdict is worked out only when somebody does not.

-- Nonce and rate as in 0019. One answer for all: `refusals` is null when everybody was admitted, else it says of each why not,
-- with the highest nonce that their key has spent and the milliseconds until it may come again. A key is null where the request
-- was admitted before.
alter table institutions.key_use
  add column admitted boolean not null default false;  -- how the update in `admit` tells what came of each; nobody else reads it
drop function institutions.admit;
create function institutions.admit(
  keys uuid[], nonces numeric[], versions bigint[], out refusals text[], out highest numeric[], out waits integer[]
)
  language plpgsql security definer set search_path = institutions, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  asked int := cardinality(array_remove(keys, null));
  now_at timestamptz := clock_timestamp();
  fresh bigint[];  -- the places of those whose nonce was
  passed bigint[];
begin
  if asked <> (select count(distinct key) from unnest(keys) key) then
    select r.refusals, r.highest, r.waits into refusals, highest, waits
    from institutions.admit_in_turn(keys, nonces, versions) r;
    return;
  end if;

  with spending as (
    update key_use u
    set last_nonce = a.nonce, admitted = u.next_at - interval '50 ms' <= now_at,
      -- A clock that was set back must not lock anybody out for longer than one slot.
      next_at = case when u.next_at - interval '50 ms' <= now_at then greatest(u.next_at, now_at) + interval '1 second'
        else least(u.next_at, now_at + interval '1050 ms') end
    from (
      -- In the order of their ids: two batches wait for each other and never deadlock.
      select * from unnest(keys, nonces, versions) with ordinality k (key_id, nonce, version, n) order by key_id
    ) a
    where u.key_id = a.key_id and u.version = a.version and u.last_nonce < a.nonce
    returning a.n, u.admitted
  )
  select array_agg(n), array_agg(n) filter (where spending.admitted) into fresh, passed from spending;
  if coalesce(cardinality(passed), 0) = asked then
    return;
  end if;

  select
    array_agg(case when k.key_id is null or k.n = any (passed) then null when k.n = any (fresh) then 'limited'
      when u.version = k.version then 'stale' else 'changed' end order by k.n),
    array_agg(u.last_nonce order by k.n),
    array_agg(case when u.next_at > now_at then ceil(extract(epoch from u.next_at - now_at) * 1000)::integer else 1 end
      order by k.n)
  into refusals, highest, waits
  from unnest(keys, versions) with ordinality k (key_id, version, n) left join key_use u on u.key_id = k.key_id;
end $$;
revoke all on function institutions.admit from public;
grant execute on function institutions.admit to specie_app;

-- The same where a key asks more than once: its requests are judged one after the other, by what the ones before have spent. By
-- windows, as in 0019: whoever floods us under a key of their own must not hold up the others of the batch.
create function institutions.admit_in_turn(
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

-- As in 0019; no row at all when every order was placed as decided.
drop function trading.place;
create function trading.place(
  keys uuid[], nonces numeric[], standings bigint[],
  ids uuid[], institutions uuid[], clordids text[], symbols text[], versions bigint[], sides text[],
  qtys numeric[], prices numeric[], states text[], amounts numeric[], fees numeric[], fills jsonb[], errors text[],
  trades uuid[], ats timestamptz[], journals int[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[]
) returns table (outcome text, account_id bigint, highest_nonce numeric, retry_ms integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  refusals text[];
  highest numeric[];
  waits integer[];
  verdicts text[];
  shorts bigint[];
  is_refused boolean;
  is_short boolean;
begin
  if cardinality(array_remove(keys, null)) > 0 then
    select a.refusals, a.highest, a.waits into refusals, highest, waits from institutions.admit(keys, nonces, standings) a;
  end if;

  if refusals is not null
    -- No join, which would be planned for the size that the table has at first.
    or exists (select from unnest(institutions, clordids) asked (institution, clordid)
      where (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid))
    or exists (select from (select distinct symbol, version from unnest(symbols, versions) asked (symbol, version)) asked
      where coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version)
  then
    return query
    select case
      when refusals[n] is not null then refusals[n]
      when (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid) then 'taken'
      when coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version then 'moved'
      else 'again'
    end, null::bigint, highest[n], waits[n]
    from unnest(institutions, clordids, symbols, versions) with ordinality asked (institution, clordid, symbol, version, n)
    order by n;
    return;
  end if;

  if cardinality(journal_keys) > 0 then
    select array_agg(posted.account_id order by posted.n),
      bool_or(posted.outcome not in ('posted', 'insufficient')), bool_or(posted.account_id is not null)
    into shorts, is_refused, is_short
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
  end if;
  if is_short then
    verdicts := array(
      select case when a.id is null then 'placed' when a.owner = institutions[n]::text then 'short' else 'provider' end
      from generate_series(1, cardinality(ids)) n left join ledger.account a on a.id = shorts[journals[n]]
      order by n);
    states := array(select case verdict when 'placed' then state else 'Rejected' end
      from unnest(verdicts, states) with ordinality each (verdict, state, n) order by n);
    amounts := array(select case verdict when 'placed' then amount else 0 end
      from unnest(verdicts, amounts) with ordinality each (verdict, amount, n) order by n);
    fees := array(select case verdict when 'placed' then fee else 0 end
      from unnest(verdicts, fees) with ordinality each (verdict, fee, n) order by n);
    fills := array(select case verdict when 'placed' then fill else '[]' end
      from unnest(verdicts, fills) with ordinality each (verdict, fill, n) order by n);
    errors := array(select case verdict when 'placed' then error else 'insufficient_balance' end
      from unnest(verdicts, errors) with ordinality each (verdict, error, n) order by n);
    trades := array(select case verdict when 'placed' then trade end
      from unnest(verdicts, trades) with ordinality each (verdict, trade, n) order by n);
  end if;

  insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
    error, trade_id, created_at, updated_at)
  select id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, at
  from unnest(ids, institutions, clordids, symbols, sides, qtys, prices, states, amounts, fees, fills, errors, trades, ats,
    verdicts) each (id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, verdict)
  where verdict is distinct from 'provider' order by institution, clordid;

  if is_short then
    return query select verdicts[n], shorts[journals[n]], null::numeric, null::integer
    from generate_series(1, cardinality(ids)) n;
  end if;
end $$;
revoke all on function trading.place from public;
grant execute on function trading.place to specie_app;
