-- An expected wire of a provider arrives once: as a credit to client money that quotes the reference, has exactly this
-- amount and was paid from an account of the provider. A wire from another payer is a deposit and is screened.
create or replace function banking.assert_expected_arrival() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' or old.entry_id is not null then
    raise exception 'the wire % %', new.reference, case tg_op when 'INSERT' then 'is expected before it arrives' else 'arrived before' end
      using errcode = 'check_violation';
  end if;
  if not exists (
    select from banking.entry e join banking.bank_account own on own.iban = e.account
    cross join lateral (select coalesce(e.reported_detail, e.reported)) best (reported)
    where e.id = new.entry_id and e.direction = 'credit' and e.retracted_at is null and own.purpose = 'client_money'
      and (own.currency, e.amount) = (new.currency, new.amount)
      and upper(best.reported::text) like '%' || new.reference || '%'
      and banking.is_paid_by(new.provider, best.reported)
  ) then
    raise exception 'entry % does not bring what % owes with %', new.entry_id, new.provider, new.reference
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
