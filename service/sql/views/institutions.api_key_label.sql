-- What a key is called. Requests that it has made show it.
create or replace view institutions.api_key_label (id, label) as
  select id, label from institutions.api_key;
grant select on institutions.api_key_label to specie_app;
