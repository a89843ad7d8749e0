-- For triggers on items that end before they leave: their amount is returned to the day on which it was counted. The
-- counters are not locked for it.
create or replace function compliance.give_back() returns trigger
language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update compliance.limit_item set returned_at = now() where subject = new.id and returned_at is null;
  return null;
end $$;
revoke all on function compliance.give_back from public;
