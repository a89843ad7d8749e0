-- A transfer to the provider ends once, and its result is final.
create or replace function issuance.assert_leg_ends_once() returns trigger language plpgsql as $$
begin
  if old.outcome is not null then
    raise exception 'a transfer of conversion % has ended', old.conversion_id using errcode = 'check_violation';
  end if;
  return new;
end $$;
