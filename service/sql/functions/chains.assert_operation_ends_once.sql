-- An operation ends once.
create or replace function chains.assert_operation_ends_once() returns trigger language plpgsql as $$
begin
  if old.state in ('final', 'failed', 'canceled') and new.state <> old.state then
    raise exception 'operation % is % and cannot change', old.id, old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
