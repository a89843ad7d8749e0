-- Before a write of an institution's standing: refuses any value that does not follow from its KYB case.
create or replace function onboarding.assert_standing_derived() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if new.standing is distinct from onboarding.derived_standing(new.id) then
    raise exception 'the KYB case of institution % does not decide the standing %', new.id, coalesce(new.standing, 'null')
      using errcode = 'check_violation', constraint = 'standing_decided';
  end if;
  return new;
end $$;
