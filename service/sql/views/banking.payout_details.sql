-- Payouts for statements and lists. `kind` and `subject` name the paid withdrawal, redemption or payment; `debited` is
-- the bank's reference of the entry; `pays_on` is the requested execution day until the bank has paid.
create or replace view banking.payout_details (id, kind, subject, end_to_end_id, debited, creditor_name, creditor_account, pays_on) as
  select p.id, p.kind, p.subject, p.end_to_end_id, p.debited, p.creditor_name, p.creditor_account,
    case when p.state in ('batched', 'sent', 'accepted') then o.execution_date::text end
  from banking.payout p left join banking.payment_order o on o.id = p.order_id;
grant select on banking.payout_details to specie_app;
