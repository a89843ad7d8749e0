-- Payments of redemptions and conversions, for banking.due_payout. The provider names its account in an answer that is
-- not stored, so a conversion has no `account` here.
create or replace view issuance.payable (kind, subject, institution_id, provider, currency, amount, account, sources) as
  select 'redemption', r.id, r.institution_id, null::text, right(r.asset, 3), r.quantity / 10000 - r.charge, b.identifier,
    array['issuance.redemption/' || r.id, b.named]
  from issuance.redemption r join destinations.bank_account_label b on b.id = r.bank_account_id
  union all
  select 'conversion', c.payout_id, null, c.provider, c.sell, c.sold, null,
    array['issuance.conversion/' || c.id, 'issuance.mint/' || c.id]
  from issuance.conversion c where c.payout_id is not null;
grant select on issuance.payable to specie_app;
