-- A KYB case has moved: whatever of its institution must wait from now on is put on hold, in the same transaction. For one that is
-- offboarded, nobody decides on anything any more.
create or replace function compliance.apply_institution_standing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform compliance.hold_open_items(new.institution_id);
  if new.state = 'offboarded' then
    perform people.withdraw_requests_of(new.institution_id);
  end if;
  return null;
end $$;
