-- Two people accept a contract deployed by others as the contract of a coin. Its movements are credited.
create or replace function chains.assert_contract_approved() returns trigger language plpgsql as $$
declare
  agreed jsonb := people.approved_payload('chain.contract', new.address);
begin
  if (agreed ->> 'blockchain', agreed ->> 'asset') is distinct from (new.chain, new.asset) then
    raise exception '% on % is recorded by two people: chain.contract needs their approval', new.asset, new.chain
      using errcode = 'check_violation', constraint = 'approval_missing';
  end if;
  return new;
end $$;
