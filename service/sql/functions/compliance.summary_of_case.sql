-- The number of alerts of a case and the hash of their keys, as two people sign them: '2 5feceb66…'.
create or replace function compliance.summary_of_case(case_id uuid) returns text
  language sql stable set search_path = pg_catalog, pg_temp as $$
  select count(*) || ' ' || encode(sha256(convert_to(coalesce(string_agg(a.key, ' ' order by a.key collate "C"), ''), 'UTF8')), 'hex')
  from compliance.case_alert a where a.case_id = summary_of_case.case_id
$$;
revoke all on function compliance.summary_of_case from public;
grant execute on function compliance.summary_of_case to specie_app;
