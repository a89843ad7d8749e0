-- The first notifications of an account, also under a plan that knows no account: by the order of ids, PostgreSQL expects to
-- meet some soon, and reads the whole table for an account that has none.
create index on banking.message (account, sequence) where kind = 'camt.054';
