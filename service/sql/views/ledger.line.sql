-- The lines of an account, numbered from 1; a debit is positive. For statements, and for debts, which are paid oldest
-- first.
create or replace view ledger.line (account, version, journal, amount) as
  select account_id, version, journal_id, amount from ledger.entry;
grant select on ledger.line to specie_app;
