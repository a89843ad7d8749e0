-- Refuses to offboard an institution (balance_left) unless two people have named a destination for each of its
-- balances: `payouts` of their approval (institution.offboard). A null destination: the balance is too small to pay out
-- and stays.
create or replace function onboarding.assert_paid_out(institution uuid) returns void
  language plpgsql stable as $$
declare
  agreed jsonb := people.approved_payload('institution.offboard', institution::text) -> 'payouts';
  missing text;
begin
  select string_agg(distinct b.asset, ', ') into missing from ledger.balance b
  where b.pool = 'client' and b.owner = institution::text and b.name in ('available', 'pending', 'held') and b.balance > 0
    and not exists (select from jsonb_array_elements(coalesce(agreed, '[]')) p where p ->> 'asset' = b.asset);
  if missing is not null then
    raise exception 'institution % has % left: name a destination for it', institution, missing
      using errcode = 'check_violation', constraint = 'balance_left';
  end if;
end $$;
