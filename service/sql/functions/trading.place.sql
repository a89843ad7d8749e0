-- Stores a batch of decided orders with their journals, in one call. Admits their callers in the same step.
--
-- orders   rows of trading.placement
-- limits   rows of trading.desk_count: the pairs of the batch that have limits of the desk
-- The other arguments are those of ledger.post.
--
-- Returns no row when every order was placed as decided; otherwise one row per order:
-- placed        as decided
-- short         the institution's own money does not cover it: stored as rejected
-- quoter_short  the account of the quoting desk or venue is short (account_id): not stored, decide again
-- taken         the clordid is in use: not stored
-- moved         the pair was switched since the decision: not stored
-- exposed       the fills of this pair would exceed a limit of the desk: not stored
-- over_limit    the order would exceed a limit of its institution: not stored
-- again         another order of the batch is not admitted, taken, moved, exposed or over a limit. This order is
--               admitted, and not stored
-- If access.admit refuses a caller, the result is its reason, with the highest nonce and the milliseconds to wait.
-- Then none of the orders is stored.
--
-- While the whole API is halted (halted), no order is stored.
-- When an institution admitted before the batch is stopped by now (account_suspended), no order is stored.
--
-- Locks: rows of keys, then limits of institutions, then accounts, then counters of limits, then the standing of
-- institutions, each in order: two batches never deadlock.
-- When two processes insert the same clordid at the same moment, the second violates client_order_once. Its whole batch
-- is undone and retried.
create or replace function trading.place(
  orders trading.placement[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[],
  limits trading.desk_count[]
) returns table (outcome text, account_id bigint, highest_nonce numeric, retry_ms integer)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  keys uuid[]; nonces numeric[]; standings bigint[];
  ids uuid[]; institutions uuid[]; clordids text[]; symbols text[]; versions bigint[]; sides text[];
  qtys numeric[]; prices numeric[]; states text[]; amounts numeric[]; fees numeric[]; fills jsonb[]; errors text[];
  trades uuid[]; ats timestamptz[]; journals int[];
  refusals text[];
  highest numeric[];
  waits integer[];
  verdicts text[];
  shorts bigint[];
  is_refused boolean;
  is_short boolean;
  beyond text[];
  over_limit int[];
begin
  -- Rows become columns once, because the called functions take columns.
  select array_agg(o.key), array_agg(o.nonce), array_agg(o.standing),
    array_agg(o.id), array_agg(o.institution), array_agg(o.clordid), array_agg(o.symbol), array_agg(o.version), array_agg(o.side),
    array_agg(o.qty), array_agg(o.price), array_agg(o.state), array_agg(o.amount), array_agg(o.fee), array_agg(o.fills),
    array_agg(o.error), array_agg(o.trade), array_agg(o.at), array_agg(o.journal)
  into keys, nonces, standings, ids, institutions, clordids, symbols, versions, sides, qtys, prices, states, amounts, fees, fills,
    errors, trades, ats, journals
  from unnest(orders) o;

  if cardinality(array_remove(keys, null)) > 0 then
    select a.refusals, a.highest, a.waits into refusals, highest, waits from access.admit(keys, nonces, standings) a;
  end if;

  if refusals is not null
    -- No join: its plan would be made for the initial size of the table.
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

  perform compliance.assert_not_pulled('{api}');

  over_limit := trading.orders_over_limit(institutions, symbols, qtys, amounts, states);
  if over_limit is not null then
    return query
    select case when n = any (over_limit) then 'over_limit' else 'again' end, null::bigint, highest[n], waits[n]
    from generate_series(1, cardinality(ids)) n order by n;
    return;
  end if;

  if cardinality(limits) > 0 then
    select p.shorts, p.verdicts, p.beyond into shorts, verdicts, beyond
    from trading.post_counted(ids, institutions, symbols, sides, qtys, states, amounts, ats, journals,
      journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts,
      limits) p;
    if beyond is not null then
      return query
      select case when states[n] <> 'Rejected' and verdicts[n] = 'placed' and symbols[n] = any (beyond) then 'exposed'
        else 'again' end, null::bigint, highest[n], waits[n]
      from generate_series(1, cardinality(ids)) n order by n;
      return;
    end if;
    is_short := cardinality(array_remove(verdicts, 'placed')) > 0;
  elsif cardinality(journal_keys) > 0 then
    select array_agg(posted.account_id order by posted.n),
      bool_or(posted.outcome not in ('posted', 'insufficient')), bool_or(posted.account_id is not null)
    into shorts, is_refused, is_short
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
    if is_short then
      verdicts := trading.verdicts_of(institutions, journals, shorts);
    end if;
  end if;
  if is_short then
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

  perform compliance.count_trades(ids, institutions, symbols, qtys, amounts, states);

  -- Callers admitted earlier may have been stopped since; callers admitted here cannot be, because their key is locked.
  -- As late as possible, so that a suspension does not wait for an order that waits for money.
  if array_position(keys, null) is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || who, 0)) from (
      select distinct institution as who from unnest(keys, institutions) asked (key, institution) where key is null order by 1) sorted;
    if exists (select from (select distinct institution as who from unnest(keys, institutions) asked (key, institution)
        where key is null) asked where directory.standing_of(who) is not null) then
      raise exception 'an institution among % is stopped: it gets no quote, conversion or fill', institutions
        using errcode = 'check_violation', constraint = 'account_suspended';
    end if;
  end if;

  insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
    error, trade_id, created_at, updated_at)
  select id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, at
  from unnest(ids, institutions, clordids, symbols, sides, qtys, prices, states, amounts, fees, fills, errors, trades, ats,
    verdicts) each (id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, verdict)
  where verdict is distinct from 'quoter_short' order by institution, clordid;

  -- Orders stored as sent are not read again for their mark.
  if is_short or 'received' = any (states) then
    perform trading.mark_stored(ids);
  else
    perform trading.mark_orders(ids, false, trading.orders_hash(ids, institutions, clordids, symbols, sides, qtys, prices, ats,
      states, amounts, fees, fills, errors, trades, ats));
  end if;

  if is_short then
    return query select verdicts[n], shorts[journals[n]], null::numeric, null::integer
    from generate_series(1, cardinality(ids)) n;
  end if;
end $$;
revoke all on function trading.place from public;
grant execute on function trading.place to specie_app;
