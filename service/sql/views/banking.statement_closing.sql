-- The closing balances that the bank's statements name, for reports: the last statement of each account and day.
create or replace view banking.statement_closing (account, purpose, currency, bic, day, closing, message) as
  select distinct on (own.iban, m.to_date) own.iban, own.purpose, own.currency, own.bic, m.to_date, m.closing, m.id
  from banking.bank_account own join banking.message m on m.account = own.iban and m.kind = 'camt.053'
  order by own.iban, m.to_date, m.created_at desc, m.sequence desc;
grant select on banking.statement_closing to specie_app;
