-- An order is admitted and carried out by one statement; what a key may do is asked only when it has changed.

-- What a key may do: its state, scopes and addresses, the KYB case and the agreements of its institution. `version` grows
-- with every change of it and stands beside the nonce, in the one row that admission locks and writes anyway. Processes keep
-- what they have read under it, and say which version that was: a change holds from the moment of its commit, everywhere.
alter table institutions.key_use add column version bigint not null default 1;

create function institutions.standing_changed() returns trigger
  language plpgsql security definer set search_path = institutions, pg_temp as $$
declare
  whose uuid := coalesce(new.institution_id, old.institution_id);
begin
  -- In the order in which admission locks them.
  perform from key_use u where u.key_id in (select k.id from api_key k where k.institution_id = whose)
  order by u.key_id for no key update;
  update key_use u set version = u.version + 1 from api_key k where k.institution_id = whose and u.key_id = k.id;
  return null;
end $$;
create trigger standing after insert or update or delete on institutions.kyb_case
  for each row execute function institutions.standing_changed();
create trigger standing after insert or update or delete on institutions.agreement
  for each row execute function institutions.standing_changed();
create trigger standing after update of state, scopes, ip_allowlist, institution_id on institutions.api_key
  for each row execute function institutions.standing_changed();

-- Nonce and rate as in 0005, with the plans of 0018. `changed`: the version is another one; nothing was spent, look at the key
-- again. One row for each, in order; all null where there is no key.
drop function institutions.admit(uuid[], numeric[]);
create function institutions.admit(keys uuid[], nonces numeric[], versions bigint[])
  returns table (outcome text, highest_nonce numeric, retry_ms integer)
  language plpgsql security definer set search_path = institutions, pg_temp
  set plan_cache_mode = force_generic_plan
  set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  now_at timestamptz;
begin
  perform from key_use u where u.key_id = any (keys) order by u.key_id for no key update;
  now_at := clock_timestamp();  -- read after the locks: waiting for them takes time
  return query
  with asked as (
    select a.ord, a.key_id, a.nonce, u.version = a.version as known,
           -- A clock that was set back must not lock anybody out for longer than one slot.
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
  select case when p.key_id is null then null when p.known is not true then 'changed' when not p.fresh then 'stale'
              when p.admitted then 'admitted' else 'limited' end,
         greatest(p.highest, p.spent_nonce),
         case when p.spent_nonce is null then 1
           else greatest(1, ceil(extract(epoch from p.next_at - now_at) * 1000)) end::integer
  from passed p
  order by p.ord;
end $$;
revoke all on function institutions.admit from public;
grant execute on function institutions.admit to specie_app;

-- As in 0015, and who asks is admitted on the way: `keys`, `nonces` and `standings` as institutions.admit takes them, null where
-- the order was admitted before. Who is not admitted gets that outcome, and nothing of theirs is stored.
--   again     another one of the batch is not admitted, taken or moved: this one is admitted, and not stored
--
-- Rows of keys are locked before those of accounts, both in the order of their ids: two batches never deadlock.
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
    select array_agg(nullif(a.outcome, 'admitted') order by a.n), array_agg(a.highest_nonce order by a.n),
      array_agg(a.retry_ms order by a.n)
    into refusals, highest, waits
    from institutions.admit(keys, nonces, standings) with ordinality a (outcome, highest_nonce, retry_ms, n);
  end if;

  verdicts := array(
    select case
      when refusals[n] is not null then refusals[n]
      -- Not `exists`, which the planner would answer by reading all of the index into a hash.
      when (select true from trading.client_order o
        where o.institution_id = asked.institution and o.clordid = asked.clordid) then 'taken'
      when coalesce((select p.version from trading.pair p where p.symbol = asked.symbol), 0) <> asked.version then 'moved'
    end
    from unnest(institutions, clordids, symbols, versions) with ordinality asked (institution, clordid, symbol, version, n)
    order by n);
  if cardinality(array_remove(verdicts, null)) > 0 then
    return query select coalesce(verdicts[n], 'again'), null::bigint, highest[n], waits[n]
    from generate_series(1, cardinality(verdicts)) n;
    return;
  end if;

  verdicts := array_fill('placed'::text, array[cardinality(ids)]);
  if cardinality(journal_keys) > 0 then
    select array_agg(posted.account_id order by posted.n),
      bool_or(posted.outcome not in ('posted', 'insufficient')), bool_or(posted.account_id is not null)
    into shorts, is_refused, is_short
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
    if is_short then
      verdicts := array(
        select case when a.id is null then 'placed' when a.owner = institutions[n]::text then 'short' else 'provider' end
        from generate_series(1, cardinality(ids)) n left join ledger.account a on a.id = shorts[journals[n]]
        order by n);
    end if;
  end if;

  insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
    error, trade_id, created_at, updated_at)
  select ids[n], institutions[n], clordids[n], symbols[n], sides[n], qtys[n], prices[n],
    case verdicts[n] when 'placed' then states[n] else 'Rejected' end,
    case verdicts[n] when 'placed' then amounts[n] else 0 end,
    case verdicts[n] when 'placed' then fees[n] else 0 end,
    case verdicts[n] when 'placed' then fills[n] else '[]' end,
    case verdicts[n] when 'placed' then errors[n] else 'insufficient_balance' end,
    case verdicts[n] when 'placed' then trades[n] end,
    ats[n], ats[n]
  from generate_series(1, cardinality(ids)) n where verdicts[n] <> 'provider' order by institutions[n], clordids[n];

  return query select verdicts[n], shorts[journals[n]], null::numeric, null::integer
  from generate_series(1, cardinality(ids)) n;
end $$;
revoke all on function trading.place from public;
grant execute on function trading.place to specie_app;
