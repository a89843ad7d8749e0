-- Whether this thing has left for good: it is signed for its destination, or the bank has the order to pay it.
create or replace function compliance.has_left(thing uuid) returns boolean
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select exists (select from chains.irrevocable where subject = thing)
    or exists (select from banking.ordered_payout where subject = thing)
$$;
revoke all on function compliance.has_left from public;
