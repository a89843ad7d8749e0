-- What a registered bank account is called, and its number. Lists of withdrawals show it. `named`: the row, for
-- what rests on it (banking.due_payout).
create or replace view destinations.bank_account_label (id, label, identifier, named) as
  select id, label, identifier, 'destinations.bank_account/' || id from destinations.bank_account;
grant select on destinations.bank_account_label to specie_app;
