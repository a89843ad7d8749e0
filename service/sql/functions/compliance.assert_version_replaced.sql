-- A version of a list ends once, when another one replaces it. A replaced or refused version never becomes active.
create or replace function compliance.assert_version_replaced() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'active' or new.state <> 'replaced' then
    raise exception 'a version of a list goes from active to replaced, not from % to %', old.state, new.state
      using errcode = 'insufficient_privilege', hint = 'Load the list again as a new version.';
  end if;
  return new;
end $$;
