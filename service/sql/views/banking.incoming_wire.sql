-- Wires as their institution sees them: what the bank has booked, and lines of files brought by hand that wait for the
-- bank's own. Lists of deposits and transfers show them.
create or replace view banking.incoming_wire
  (id, institution_id, currency, amount, bankref, state, on_hold, created_at, updated_at) as
  select id, institution_id, currency, amount, bankref, state, on_hold, created_at, updated_at from banking.wire
  union all
  select id, institution_id, currency, amount, bankref, 'booked', false, created_at, updated_at
  from banking.hand_line where state = 'waiting';
grant select on banking.incoming_wire to specie_app;
