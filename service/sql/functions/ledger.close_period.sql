-- Ends a period of an institution: waits for postings under way on its accounts, and keeps later ones out of the period. A
-- period that is not over ends now. Answers the moment up to which everything is final. All its accounts are opened first:
-- one that is being opened by another transaction would not be seen, and so not be waited for.
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
