-- Posts a batch and counts the desk's fills in it; undoes both when the fills exceed a limit.
create or replace function trading.post_counted(
  ids uuid[], institutions uuid[], symbols text[], sides text[], qtys numeric[], states text[], amounts numeric[],
  ats timestamptz[], journals int[],
  journal_keys text[], kinds text[], journal_ats timestamptz[], reverses bigint[], metas jsonb[], sizes int[],
  accounts bigint[], line_accounts int[], line_amounts numeric[],
  limits trading.desk_count[],
  out shorts bigint[], out verdicts text[], out beyond text[]
)
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
#variable_conflict use_column
declare
  limited text[]; desk_bases numeric[]; desk_quotes numeric[]; most_bases numeric[]; most_quotes numeric[];
  most_losses numeric[]; lows numeric[]; highs numeric[];
  is_refused boolean;
begin
  select array_agg(l.symbol), array_agg(l.base), array_agg(l.quote), array_agg(l.most_base), array_agg(l.most_quote),
    array_agg(l.most_loss), array_agg(l.low), array_agg(l.high)
  into limited, desk_bases, desk_quotes, most_bases, most_quotes, most_losses, lows, highs from unnest(limits) l;
  begin
    select array_agg(posted.account_id order by posted.n), bool_or(posted.outcome not in ('posted', 'insufficient'))
    into shorts, is_refused
    from ledger.post(journal_keys, kinds, journal_ats, reverses, metas, sizes, accounts, line_accounts, line_amounts)
      with ordinality posted (outcome, journal_id, account_id, n);
    if is_refused then
      raise exception 'the ledger refuses the journal of an order';
    end if;
    verdicts := trading.verdicts_of(institutions, journals, shorts);
    -- Only placed orders are filled. An order that takes quotes of venues comes alone, with the desk's part of it.
    if cardinality(array_remove(verdicts, 'placed')) > 0 then
      select array_agg(desk_bases[i] - coalesce(u.base, 0) order by i), array_agg(desk_quotes[i] - coalesce(u.quote, 0) order by i)
      into desk_bases, desk_quotes
      from generate_series(1, cardinality(limited)) i
      left join lateral (
        select sum(case when cardinality(ids) = 1 then desk_bases[1] when sides[n] = 'Buy' then -qtys[n] else qtys[n] end) as base,
          sum(case when cardinality(ids) = 1 then desk_quotes[1] when sides[n] = 'Buy' then amounts[n] else -amounts[n] end) as quote
        from generate_series(1, cardinality(ids)) n
        where verdicts[n] <> 'placed' and states[n] <> 'Rejected' and symbols[n] = limited[i]
      ) u on true;
    end if;
    beyond := trading.count_desk(limited, desk_bases, desk_quotes, most_bases, most_quotes, most_losses, lows, highs,
      (select max(at) from unnest(ats) at), false);
    if beyond is not null then
      raise exception 'beyond a limit' using errcode = 'SPX01';
    end if;
  exception when sqlstate 'SPX01' then
    return;
  end;
end $$;
revoke all on function trading.post_counted from public;
