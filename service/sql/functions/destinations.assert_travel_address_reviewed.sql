-- Who answers at the travel address approves transfers to the wallet. So it changes only while staff review the wallet, and
-- two people clear it after that.
create or replace function destinations.assert_travel_address_reviewed() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'in_review' then
    raise exception 'the travel address of % changes only in review, not as %', old.id, old.state
      using errcode = 'insufficient_privilege', hint = 'Move the address to its review first, in the same transaction.';
  end if;
  return new;
end $$;
revoke all on function destinations.assert_travel_address_reviewed from public;
