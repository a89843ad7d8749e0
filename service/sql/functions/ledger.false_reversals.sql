-- The verdict on journals that claim to reverse another one and do not, or come too late. When two in one batch reverse
-- the same journal, the second is refused even if the first is refused too. It may be posted again.
create or replace function ledger.false_reversals(
  reverses bigint[], accounts bigint[], line_journals int[], line_accounts int[], line_amounts numeric[]
) returns table (n int, outcome text)
language sql stable set search_path = pg_catalog, pg_temp as $$
  select n, outcome
  from (
    select asked.n::int, case
      when not exists (select from ledger.journal where id = asked.reverses) then 'unknown_journal'
      when exists (select from ledger.journal where journal.reverses = asked.reverses) then 'reversed_already'
      when asked.reverses = any(false_reversals.reverses[:asked.n::int - 1]) then 'reversed_already'
      when ledger.booked_lines(asked.reverses, -1)
        is distinct from ledger.requested_lines(asked.n::int, accounts, line_journals, line_accounts, line_amounts)
        then 'not_a_mirror'
    end as outcome
    from unnest(reverses) with ordinality asked (reverses, n)
    where asked.reverses is not null
  ) judged
  where outcome is not null
$$;
revoke all on function ledger.false_reversals from public;
