-- The journals, by id and by the key that names the movement. For statements, and for whoever looks for its own movement.
create or replace view ledger.posted (journal, key, kind, at, meta) as
  select id, key, kind, at, meta from ledger.journal;
grant select on ledger.posted to specie_app;
