-- Judges the journals that have no outcome yet one by one, in order and line by line, against the balances in memory
-- (L3). Returns for each the position of the account that was short, or null.
create or replace function ledger.shortfalls(
  outcomes text[], floors boolean[], balances numeric[],
  line_journals int[], line_accounts int[], line_moves numeric[]
) returns int[]
language plpgsql immutable set search_path = pg_catalog, pg_temp as $$
declare
  shorts int[] := array_fill(null::int, array[cardinality(outcomes)]);
  first int; -- first line of the current journal
  journal int;
  account int;
begin
  for line in 1 .. cardinality(line_journals) loop
    if line_journals[line] is distinct from journal then
      first := line;
      journal := line_journals[line];
    end if;
    continue when outcomes[journal] is not null or shorts[journal] is not null;
    account := line_accounts[line];
    balances[account] := balances[account] + line_moves[line];
    if floors[account] and balances[account] < 0 then
      shorts[journal] := account;
      for undone in first .. line loop
        balances[line_accounts[undone]] := balances[line_accounts[undone]] - line_moves[undone];
      end loop;
    end if;
  end loop;
  return shorts;
end $$;
revoke all on function ledger.shortfalls from public;
