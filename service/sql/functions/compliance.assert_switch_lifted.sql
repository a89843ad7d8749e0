-- One person or the service pulls a switch; two people lift it (switch.lift, for the minting of a coin also mint.resume).
-- A lifted switch stays as it is.
create or replace function compliance.assert_switch_lifted() returns trigger
language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.lifted_at is not null then
    raise exception 'the switch % is lifted already', old.what using errcode = 'check_violation';
  end if;
  if not (old.what ~ '^mint:[A-Z]+$' and people.approved_payload('mint.resume', split_part(old.what, ':', 2)) is not null) then
    perform people.assert_approved('switch.lift', old.what);
  end if;
  return new;
end $$;
