-- Before a payment is inserted, sets whether a second person of the institution must approve it, regardless of what the
-- service writes. The argument is the kind of the choice. Coins to the omnibus wallet and coins redeemed to the balance
-- do not count as outgoing. Coins redeemed to a bank account leave as fiat (VCHF as CHF, one for one), so the amount
-- chosen for the fiat counts. For the balance of an offboarded institution, two of the staff have agreed.
create or replace function destinations.set_needs_second_person() returns trigger language plpgsql as $$
declare
  made jsonb := to_jsonb(new);
  redeemed boolean := tg_table_name = 'redemption';
  paid_in text := case when redeemed then substr(new.asset, 2) else new.asset end;
begin
  new.second_person := people.exceeds_chosen_amount(new.institution_id, tg_argv[0], new.asset, paid_in, new.quantity)
    and not exists (select from chains.omnibus_wallet w
      where w.chain = new.blockchain and w.address = made ->> 'address')
    and not (redeemed and made ->> 'bank_account_id' is null)
    and coalesce((made ->> 'closing')::boolean, false) is false;
  return new;
end $$;
revoke all on function destinations.set_needs_second_person from public;
