-- A decided case gets no further assignment.
create or replace function compliance.assert_case_open() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  raise exception 'case % is decided', old.id using errcode = 'check_violation', constraint = 'case_decided';
end $$;
