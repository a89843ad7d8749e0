-- The lines of a requested journal as a text that does not depend on their order, to compare with ledger.booked_lines.
create or replace function ledger.requested_lines(
  journal int, accounts bigint[], line_journals int[], line_accounts int[], line_amounts numeric[]
) returns text
language sql immutable set search_path = pg_catalog, pg_temp as $$
  select string_agg(accounts[line.account] || ' ' || line.amount, ', ' order by accounts[line.account], line.amount)
  from unnest(line_journals, line_accounts, line_amounts) line (journal, account, amount)
  where line.journal = requested_lines.journal
$$;
revoke all on function ledger.requested_lines from public;
