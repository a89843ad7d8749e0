-- Payments of wires that return and of sweeps, for banking.due_payout. For payments between our own accounts only the
-- accounts are compared: a sweep is its own cause.
create or replace view banking.payable (kind, subject, institution_id, provider, currency, amount, account, sources) as
  select 'return', w.id, null::uuid, null::text, w.currency, w.amount, w.sender_account, array['banking.wire/' || w.id]
    from banking.wire w
  union all
  select p.kind, p.subject, null, null, p.currency, p.amount, own.iban, array['banking.bank_account/' || own.iban]
    from banking.payout p join banking.bank_account own on own.currency = p.currency
      and own.purpose = case when p.kind = 'fee_sweep' then 'house' when p.purpose = 'reserve' then 'client_money' else 'reserve' end
    where p.kind in ('sweep', 'fee_sweep');
grant select on banking.payable to specie_app;
