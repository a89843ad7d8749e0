-- Has this payer paid it, a provider or the issuer? `reported`: the entry as the bank reported it. False when it did not report the
-- account that paid.
create or replace function banking.is_paid_by(of_payer text, reported jsonb) returns boolean language sql stable as $$
  select exists (
    select from banking.payer_account
    where payer = of_payer and active
      and banking.account_name(account) = banking.account_name(reported #>> '{counterparty,account}'))
$$;
