-- The tokens of a replaced session pass unchanged to the session that replaces it; the replaced session ends.
create or replace function people.replace_session() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  update people.session s set opened_by = new.id where s.opened_by = new.replaces and s.ended_at is null;
  update people.session s set ended_at = new.created_at where s.id = new.replaces and s.ended_at is null;
  return null;
end $$;
revoke all on function people.replace_session from public;
