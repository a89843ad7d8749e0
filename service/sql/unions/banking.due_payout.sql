-- What the bank may be told to pay, by kind and subject, and the rows (`table/key`) that say so: a payout agrees with
-- it (banking.causes_of).
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view banking.due_payout (kind, subject, institution_id, provider, currency, amount, account, rests_on) as
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from banking.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from issuance.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from rails.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from transfers.payable;
grant select on banking.due_payout to specie_app;
