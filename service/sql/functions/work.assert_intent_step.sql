-- An effect is recorded, then sent, perhaps several times but always with the same content, then settled once (E1).
create or replace function work.assert_intent_step() returns trigger language plpgsql as $$
begin
  if old.state = 'settled' or new.state = 'recorded' then
    raise exception 'intent % cannot go from % to %', old.key, old.state, new.state using errcode = 'check_violation';
  end if;
  if old.request is distinct from new.request and old.request is not null then
    raise exception 'intent % was sent with another content', old.key using errcode = 'check_violation';
  end if;
  return new;
end $$;
