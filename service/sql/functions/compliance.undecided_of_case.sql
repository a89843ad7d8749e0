-- The holds, matches, exchanges and bank cases of a case that people have not decided.
create or replace function compliance.undecided_of_case(case_id uuid) returns setof text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select distinct a.key from compliance.alert a join compliance.case_alert c on c.key = a.key
  where a.is_open and c.case_id = undecided_of_case.case_id
$$;
revoke all on function compliance.undecided_of_case from public;
grant execute on function compliance.undecided_of_case to specie_app;
