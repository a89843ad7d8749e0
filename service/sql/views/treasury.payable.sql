-- What the bank may be told to pay, by kind and subject, and the rows (`table/key`) that say so: a payout agrees with it
-- (banking.causes_of).
create or replace view treasury.payable (kind, subject, institution_id, provider, currency, amount, account, rests_on) as
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from banking.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from transfers.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from issuance.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, rests_on from rails.payable;
grant select on treasury.payable to specie_app;
