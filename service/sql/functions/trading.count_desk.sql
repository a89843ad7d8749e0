-- Counts fills of the desk, unless they take it beyond a limit of its pair; answers the symbols that are. `forced`: what has
-- happened is counted in any case. A limit is not in the way of what brings the desk back towards zero. The loss is that of all
-- fills of the last hour, valued at any price between which the reference stood meanwhile (quote per base, in minor units): at
-- none of them may a fill take it beyond the limit, or further beyond. A loss is a line over the price, so three prices tell of
-- all: the lowest, the highest, and the one between them at which the loss so far is the limit.
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
