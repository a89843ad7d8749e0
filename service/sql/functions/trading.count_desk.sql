-- Counts fills of the desk, unless they take it beyond a limit of its pair; answers the symbols that are. `forced`: what has
-- happened is counted in any case. A limit is not in the way of what brings the desk back towards zero. The loss is that of all
-- fills of the last hour, valued at the worst price at which the reference stood meanwhile (quote per base, in minor units).
-- One at a time for each pair; all who count do so after they have posted: what nobody can pay for takes no pair off the market.
create or replace function trading.count_desk(
  symbols text[], bases numeric[], quotes numeric[], most_bases numeric[], most_quotes numeric[], most_losses numeric[],
  lows numeric[], highs numeric[], now_at timestamptz, forced boolean
) returns text[]
language plpgsql security definer set search_path = pg_catalog, pg_temp
set plan_cache_mode = force_generic_plan set enable_seqscan = off as $$
declare
  beyond text[];
begin
  perform pg_advisory_xact_lock(key)
  from (select distinct hashtextextended('desk ' || symbol, 0) as key from unnest(symbols) symbol order by key) locks;

  select array_agg(m.symbol) filter (where
      abs(m.base + m.had_base) > m.most_base and abs(m.base + m.had_base) > abs(m.had_base)
      or abs(m.quote + m.had_quote) > m.most_quote and abs(m.quote + m.had_quote) > abs(m.had_quote)
      or greatest(-(m.quote + m.had_quote) - (m.base + m.had_base) * m.low, -(m.quote + m.had_quote) - (m.base + m.had_base) * m.high)
        > greatest(m.most_loss, -m.had_quote - m.had_base * m.low, -m.had_quote - m.had_base * m.high))
  into beyond
  from (
    select asked.*, coalesce(hour.base, 0) as had_base, coalesce(hour.quote, 0) as had_quote
    from unnest(symbols, bases, quotes, most_bases, most_quotes, most_losses, lows, highs)
      asked (symbol, base, quote, most_base, most_quote, most_loss, low, high)
    left join lateral (select sum(f.base) as base, sum(f.quote) as quote from trading.desk_flow f
      where f.symbol = asked.symbol and f.began > now_at - interval '65 minutes') hour on true
  ) m;
  if beyond is not null and not forced then
    return beyond;
  end if;

  insert into trading.desk_flow as f (symbol, began, base, quote)
  select symbol, date_bin('5 minutes', now_at, '2026-01-01T00:00:00Z'), base, quote
  from unnest(symbols, bases, quotes) each (symbol, base, quote) order by symbol
  on conflict (symbol, began) do update set base = f.base + excluded.base, quote = f.quote + excluded.quote;
  return beyond;
end $$;
revoke all on function trading.count_desk from public;
grant execute on function trading.count_desk to specie_app;
