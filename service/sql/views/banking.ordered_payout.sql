-- Payouts that the bank has, or will have. A batched order is sent again after a crash.
create or replace view banking.ordered_payout (kind, subject, end_to_end_id) as
  select kind, subject, end_to_end_id from banking.payout where state in ('batched', 'sent', 'accepted', 'booked');
