-- Credits of manually imported files that no statement has confirmed yet. They are not in the ledger; balances show
-- them as pending.
create or replace view banking.unconfirmed_credit (institution_id, currency, amount) as
  select institution_id, currency, amount from banking.manual_line where state = 'waiting';
grant select on banking.unconfirmed_credit to specie_app;
