-- An effect is recorded, then sent, perhaps several times, then settled once (E1).
create or replace function work.intent_moves() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' or new.state = 'recorded' then
    raise exception 'intent % cannot go from % to %', old.key, old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
