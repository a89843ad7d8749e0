-- What the test of scans found (test/src/scans).

-- What became known of payments at a provider in a span of time: compared with its statement of each day.
create index on rails.payment (received_currency, created_at) where blockchain is null;
create index on rails.payment (received_currency, updated_at) where blockchain is null and state in ('completed', 'returned');
