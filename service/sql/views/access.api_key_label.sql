-- The label of a key and its institution, shown with the requests of the key.
create or replace view access.api_key_label (id, institution_id, label) as
  select id, institution_id, label from access.api_key;
grant select on access.api_key_label to specie_app;
