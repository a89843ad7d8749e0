-- Payouts as statements and lists show them. `kind` and `subject` name the withdrawal, redemption or payment that is paid; `debited`
-- is the bank's reference of the entry.
create or replace view banking.payout_details (id, kind, subject, end_to_end_id, debited, creditor_name, creditor_account) as
  select id, kind, subject, end_to_end_id, debited, creditor_name, creditor_account from banking.payout;
grant select on banking.payout_details to specie_app;
