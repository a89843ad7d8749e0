-- After a step of a KYB case. Places holds on all items of the institution that must wait, in the same transaction.
-- When the institution is offboarded, its pending approvals end.
create or replace function compliance.apply_institution_standing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform compliance.hold_open_items(new.institution_id);
  if new.state = 'offboarded' then
    perform people.withdraw_requests_of(new.institution_id);
  end if;
  return null;
end $$;
