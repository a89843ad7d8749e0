-- Two people choose the height from which a broken chain is read again.
create or replace function chains.assert_restart_approved() returns trigger language plpgsql as $$
begin
  if people.approved_payload('chain.resume', new.chain) ->> 'from' is distinct from new.resume_from::text then
    raise exception '% is resumed by two people: chain.resume needs their approval', new.chain
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
