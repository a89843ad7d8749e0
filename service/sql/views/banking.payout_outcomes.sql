-- Payouts with a change of state that their product has not read (banking/payout/row.ts, takeOutcomes).
create or replace view banking.payout_outcomes (kind, subject) as
  select kind, subject from banking.payout where unread;
grant select on banking.payout_outcomes to specie_app;
