-- What a key is called, and whose it is. Requests that it has made show it.
create or replace view access.api_key_label (id, institution_id, label) as
  select id, institution_id, label from access.api_key;
grant select on access.api_key_label to specie_app;
