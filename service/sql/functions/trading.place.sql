-- Stores a batch of decided orders with their journals, in one call. Who asks is admitted on the way.
--
--   keys, nonces, standings  as access.admit takes them; a key is null where the order was admitted before
--   journals                 which of the journals (counted from 1) belongs to an order, null where it has none
--   limited                  pairs with limits of the desk; desk_bases and desk_quotes are what the filled orders of the batch
--                            move of each on the desk's account, the rest is as trading.count_desk takes it
--
-- No row at all when every order was placed as decided. Else one row each:
--   placed    as decided
--   short     the institution's own money does not cover it: stored as rejected
--   provider  somebody else's account is short (account_id): not stored, decide again
--   taken     the clordid is in use: not stored
--   moved     the pair was switched since the decision: not stored
--   exposed   the fills of this pair would take the desk beyond a limit: not stored
--   again     another one of the batch is not admitted, taken, moved or exposed: this one is admitted, and not stored
--   a refusal of access.admit, with the highest nonce and the milliseconds to wait: nothing of theirs is stored
--
-- An institution that was admitted before and is stopped by now (account_suspended): nothing of the batch is stored.
--
-- Rows of keys are locked before those of accounts, and these before the standing of institutions, each in their order: two batches never deadlock. Two
-- processes that take the same clordid at the same moment: the second runs into client_order_once, its whole batch is undone,
-- and comes again.
create or replace function trading.place(
  keys uuid[], nonces numeric[], standings bigint[],
  ids uuid[], institutions uuid[], clordids text[], symbols text[], versions bigint[], sides text[],
  qtys numeric[], prices numeric[], states text[], amounts numeric[], fees numeric[], fills jsonb[], errors text[],
  trades uuid[], ats timestamptz[], journals int[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[],
  limited text[], desk_bases numeric[], desk_quotes numeric[], most_bases numeric[], most_quotes numeric[],
  most_losses numeric[], lows numeric[], highs numeric[]
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
  beyond text[];
begin
  if cardinality(array_remove(keys, null)) > 0 then
    select a.refusals, a.highest, a.waits into refusals, highest, waits from access.admit(keys, nonces, standings) a;
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

  if cardinality(limited) > 0 then
    select p.shorts, p.verdicts, p.beyond into shorts, verdicts, beyond
    from trading.post_counted(ids, institutions, symbols, sides, qtys, states, amounts, ats, journals,
      journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts,
      limited, desk_bases, desk_quotes, most_bases, most_quotes, most_losses, lows, highs) p;
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

  -- Who was admitted a moment before may have been stopped since; who is admitted here cannot be: their key is locked. As late as
  -- possible: a suspension does not wait for an order that waits for money.
  if array_position(keys, null) is not null then
    perform pg_advisory_xact_lock_shared(hashtextextended('standing ' || who, 0)) from (
      select distinct institution as who from unnest(keys, institutions) asked (key, institution) where key is null order by 1) sorted;
    if exists (select from (select distinct institution as who from unnest(keys, institutions) asked (key, institution)
        where key is null) asked where directory.standing_of(who) is not null) then
      raise exception 'an institution among % is stopped: nothing is promised to it', institutions
        using errcode = 'check_violation', constraint = 'account_suspended';
    end if;
  end if;

  insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
    error, trade_id, created_at, updated_at)
  select id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, at
  from unnest(ids, institutions, clordids, symbols, sides, qtys, prices, states, amounts, fees, fills, errors, trades, ats,
    verdicts) each (id, institution, clordid, symbol, side, qty, price, state, amount, fee, fill, error, trade, at, verdict)
  where verdict is distinct from 'provider' order by institution, clordid;

  -- What was stored as it was sent is not read again for its mark.
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
