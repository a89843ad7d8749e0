-- Two people freeze a wire by the hold that they decide on. The bank may still take the wire back.
create or replace function banking.assert_freeze_approved() returns trigger language plpgsql as $$
begin
  if old.state = 'frozen' and new.state = 'recalled' and new.frozen_by is not distinct from old.frozen_by then
    return new;
  end if;
  if new.frozen_by is distinct from compliance.frozen_hold(new.id) or new.state <> 'frozen' then
    raise exception 'two people freeze wire %: hold.decide needs their approval', new.id
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
