-- Two people connect a venue. Its quotes are traded on, with the inventory of this institution.
create or replace function trading.assert_venue_approved() returns trigger language plpgsql as $$
begin
  if people.approved_payload('venue.register', new.name) ->> 'institutionid' is distinct from new.institution_id::text then
    raise exception '% is registered by two people: venue.register needs their approval', new.name
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
