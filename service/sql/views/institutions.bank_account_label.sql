-- What a registered bank account is called, and its number. Lists of withdrawals show it. `named`: the row, for
-- what rests on it (treasury.payable).
create or replace view institutions.bank_account_label (id, label, identifier, named) as
  select id, label, identifier, 'institutions.bank_account/' || id from institutions.bank_account;
grant select on institutions.bank_account_label to specie_app;
