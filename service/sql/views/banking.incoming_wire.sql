-- Wires as their institution sees them: booked by the bank, or read from a manually imported file and not yet confirmed
-- by the bank. For lists of deposits and transfers. `was_recalled`: the sender's bank took it back; we did not return
-- it.
create or replace view banking.incoming_wire
  (id, institution_id, currency, amount, bankref, state, on_hold, created_at, updated_at, was_recalled) as
  select id, institution_id, currency, amount, bankref, state, on_hold, created_at, updated_at,
    state = 'recalled' or state = 'returned' and not exists (select from banking.payout p
      where p.kind = 'return' and p.subject = wire.id and p.state in ('batched', 'sent', 'accepted', 'booked'))
  from banking.wire
  union all
  select id, institution_id, currency, amount, bankref, 'booked', false, created_at, updated_at, false
  from banking.manual_line where state = 'waiting';
grant select on banking.incoming_wire to specie_app;
