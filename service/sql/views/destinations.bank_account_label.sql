-- The label and number of a registered bank account, for lists of withdrawals. `named`: the row, as a source of a
-- payout (banking.due_payout).
create or replace view destinations.bank_account_label (id, label, identifier, named) as
  select id, label, identifier, 'destinations.bank_account/' || id from destinations.bank_account;
grant select on destinations.bank_account_label to specie_app;
