-- A line that has ended cannot change. A retracted one stays retracted.
create or replace function banking.assert_line_unchanged() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'waiting' and (new.state, new.entry_id) is distinct from (old.state, old.entry_id) then
    raise exception 'a line that is % cannot change', old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
