-- Mints and redemptions whose coins or money go outside, and not to the balance of their institution. For holds on what leaves.
create or replace view issuance.outward (id) as
  select id from issuance.mint where address_id is not null
  union all
  select id from issuance.redemption where bank_account_id is not null;
