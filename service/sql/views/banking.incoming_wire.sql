-- Wires as their institution sees them: what the bank has booked, and lines of files brought by hand that wait for the
-- bank's own. Lists of deposits and transfers show them. `was_recalled`: the sender's bank took it back; no order of ours returned it.
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
