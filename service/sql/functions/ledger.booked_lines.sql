-- The lines of a booked journal as a text that does not depend on their order.
create or replace function ledger.booked_lines(journal bigint, sign int) returns text
language sql stable set search_path = pg_catalog, pg_temp as $$
  select string_agg(account_id || ' ' || sign * amount, ', ' order by account_id, sign * amount)
  from ledger.entry where journal_id = journal
$$;
revoke all on function ledger.booked_lines from public;
