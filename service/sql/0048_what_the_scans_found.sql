-- What the test of scans found (test/src/scans).

-- What became known of payments at a provider in a span of time: compared with its statement of each day.
create index on rails.payment (received_currency, created_at) where blockchain is null;
create index on rails.payment (received_currency, updated_at) where blockchain is null and state in ('completed', 'returned');

-- Orders to the bank that a booking may stand for: by their name, also where the bank cuts it, and by their day.
create index on banking.payment_order (left(message_id, 16));
create index on banking.payment_order (execution_date);

-- Whose addresses have crypto. Not by balance: that would take every posting its cheap update.
create index on ledger.account (asset) where pool = 'client' and name = 'transitional';

-- Sweeps that the bank has refused a short while ago.
create index on banking.payout (kind, currency, updated_at) where kind in ('sweep', 'fee_sweep') and state = 'rejected';
