-- Whether this payer (a provider or the issuer) has paid the entry. `reported`: the entry as the bank reported it.
-- False when the bank did not report the paying account.
create or replace function banking.is_paid_by(of_payer text, reported jsonb) returns boolean language sql stable as $$
  select exists (
    select from banking.payer_account
    where payer = of_payer and active
      and banking.account_name(account) = banking.account_name(reported #>> '{counterparty,account}'))
$$;
