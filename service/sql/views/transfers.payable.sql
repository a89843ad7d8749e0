-- Bank payments of withdrawals, for banking.due_payout.
create or replace view transfers.payable (kind, subject, institution_id, provider, currency, amount, account, sources) as
  select 'withdrawal', w.id, w.institution_id, null::text, w.asset, w.quantity, b.identifier,
    array['transfers.withdrawal/' || w.id, b.named]
  from transfers.withdrawal w join destinations.bank_account_label b on b.id = w.bank_account_id;
grant select on transfers.payable to specie_app;
