-- Has this payer paid it, a provider or the issuer? `said`: what the bank told of the entry. False when it did not tell the
-- account that paid.
create or replace function banking.is_paid_by(of_payer text, said jsonb) returns boolean language sql stable as $$
  select exists (
    select from banking.payer_account
    where payer = of_payer and active
      and banking.account_name(account) = banking.account_name(said #>> '{counterparty,account}'))
$$;
