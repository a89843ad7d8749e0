-- What a registered bank account is called, and its number. Lists of withdrawals show it.
create or replace view institutions.bank_account_label (id, label, identifier) as
  select id, label, identifier from institutions.bank_account;
grant select on institutions.bank_account_label to specie_app;
