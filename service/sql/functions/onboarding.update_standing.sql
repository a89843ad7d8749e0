-- After a change of a KYB case: updates the standing of its institution in the same transaction.
create or replace function onboarding.update_standing() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  whose uuid := coalesce(new.institution_id, old.institution_id);
  decided text := onboarding.derived_standing(whose);
begin
  update directory.institution i set standing = decided where i.id = whose and i.standing is distinct from decided;
  return null;
end $$;
