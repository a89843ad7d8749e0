-- The label, number and holder of a registered bank account, for lists and for the screening of withdrawals. `named`: the
-- row, as a source of a payout (banking.due_payout).
create or replace view destinations.bank_account_label (id, label, identifier, named, holder) as
  select id, label, identifier, 'destinations.bank_account/' || id, name from destinations.bank_account;
grant select on destinations.bank_account_label to specie_app;
