-- Staff read the wires and payments of all institutions, the newest first, and the deposits that cannot be collected.
create index wire_newest on banking.wire (created_at, id);
create index payment_newest on rails.payment (created_at, id);
create index deposit_stuck on transfers.deposit (created_at) where stuck_at is not null;
