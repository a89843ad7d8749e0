-- Counts fills of the desk unless they exceed a limit of its pair; returns the symbols that do. `forced`: counts fills
-- that have already happened regardless of limits. A fill that brings the desk's position back towards zero always
-- passes.
-- The loss covers all fills of the last hour, valued at every price between the lowest and highest reference price of
-- that hour (quote per base, in minor units). A fill may exceed the limit at none of them, nor increase an excess. The
-- loss is linear in the price, so three prices suffice: the lowest, the highest, and the one between them at which the
-- loss so far equals the limit.
-- Locks: one transaction at a time per pair, taken after posting, so that an unfunded order does not block a pair.
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
      or m.low_loss + m.low_lost > greatest(m.most_loss, m.low_lost)
      or m.high_loss + m.high_lost > greatest(m.most_loss, m.high_lost)
      or (m.low_lost > m.most_loss) <> (m.high_lost > m.most_loss)
        and sign(m.had_base) * (m.base * (m.had_quote + m.most_loss) - m.quote * m.had_base) > 0)
  into beyond
  from (
    select asked.*, had_base, had_quote, -quote - base * low as low_loss, -quote - base * high as high_loss,
      -had_quote - had_base * low as low_lost, -had_quote - had_base * high as high_lost
    from unnest(symbols, bases, quotes, most_bases, most_quotes, most_losses, lows, highs)
      asked (symbol, base, quote, most_base, most_quote, most_loss, low, high)
    cross join lateral (
      select coalesce(sum(f.base), 0) as had_base, coalesce(sum(f.quote), 0) as had_quote from trading.desk_flow f
      where f.symbol = asked.symbol and f.began > now_at - interval '65 minutes') hour
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
