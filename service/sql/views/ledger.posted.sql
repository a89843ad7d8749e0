-- Journals by id and by key. For statements, and for rooms that look up their own movement.
create or replace view ledger.posted (journal, key, kind, at, meta) as
  select id, key, kind, at, meta from ledger.journal;
grant select on ledger.posted to specie_app;
