-- Closes a period of an institution: waits for postings in progress on its accounts, and keeps later postings out of
-- the period. A period that is not over ends now. Returns the moment up to which all lines are final. Opens all
-- accounts first: an account that another transaction is opening would be invisible, so nothing would wait for it.
create or replace function ledger.close_period(institution text, until timestamptz) returns timestamptz
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  ids bigint[];
begin
  select ledger.open_accounts(array_agg('client'::text), array_agg(name), array_agg(institution), array_agg(code)) into ids
  from ledger.asset, unnest(array['available', 'pending', 'held']) name;
  -- In order of id, as ledger.post locks them.
  perform from ledger.account where id = any(ids) order by id for no key update;
  until := least(until, date_trunc('milliseconds', clock_timestamp()));
  update ledger.account set shown_until = until where id = any(ids) and shown_until < until;
  return until;
end $$;
revoke all on function ledger.close_period from public;
grant execute on function ledger.close_period to specie_app;
