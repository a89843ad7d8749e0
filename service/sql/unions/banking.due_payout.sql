-- Payments that may be ordered from the bank, by kind and subject, with the rows (`table/key`) that justify them. A
-- payout agrees with these rows (banking.payout_sources).
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view banking.due_payout (kind, subject, institution_id, provider, currency, amount, account, sources) as
  select kind, subject, institution_id, provider, currency, amount, account, sources from banking.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, sources from issuance.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, sources from rails.payable
  union all
  select kind, subject, institution_id, provider, currency, amount, account, sources from transfers.payable;
grant select on banking.due_payout to specie_app;
