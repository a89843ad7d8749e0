-- One canonical text per account. A British IBAN becomes sort code and account number, because statements use either.
create or replace function banking.account_name(account text) returns text language sql immutable as $$
  select case when account ~ '^GB[0-9]{2}[A-Z]{4}[0-9]{14}$'
    then substr(account, 9, 2) || '-' || substr(account, 11, 2) || '-' || substr(account, 13, 2) || ' ' || substr(account, 15)
    else account end
$$;
