-- The bank's reference of the debit of each payout; null until it is booked. Lists of withdrawals, transfers and redemptions
-- show it.
create or replace view banking.payout_reference (kind, subject, bankref) as
  select kind, subject, debited from banking.payout;
grant select on banking.payout_reference to specie_app;
