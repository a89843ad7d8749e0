-- Two people switch the allow list of a coin.
create or replace function chains.assert_switch_approved() returns trigger language plpgsql as $$
declare
  agreed jsonb := people.approved_payload('allow_list.switch', new.asset || '/' || new.chain);
begin
  if (agreed ->> 'mode') is distinct from (case when new.is_on then 'on' else 'off' end) then
    raise exception 'two people switch the allow list of % on %: allow_list.switch needs their approval', new.asset, new.chain
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
