-- Every transaction hash that a subject has had. Each signed version of a transaction has its own. In the order of
-- (sent_at, version). For lists, and for search by hash.
create or replace view chains.signed_hash (purpose, subject, hash, sent_at, version) as
  select o.purpose, o.subject, a.hash, t.created_at, a.number
  from chains.operation o
  join chains.carried c on c.operation_id = o.id
  join chains.transaction t on t.id = c.transaction_id
  join chains.attempt a on a.transaction_id = t.id;
grant select on chains.signed_hash to specie_app;
