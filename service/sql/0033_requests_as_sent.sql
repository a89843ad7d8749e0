-- The content of a request to the outside, as it was first sent: under one key it never changes (E1).
alter table work.intent add column request jsonb;
grant update (request) on work.intent to specie_app;
