-- Whether the KYB case of this institution requires enhanced due diligence that two people have not accepted yet.
create or replace function compliance.lacks_edd(institution uuid) returns boolean
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  select coalesce((select p.lacks_edd from compliance.institution_profile p where p.institution_id = lacks_edd.institution), false)
$$;
revoke all on function compliance.lacks_edd from public;
grant execute on function compliance.lacks_edd to specie_app;
