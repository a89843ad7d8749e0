-- The API keys of institutions, which ask people to approve payments.
-- Made by `npm run generate` from the rooms; do not edit.
create or replace view people.api_key (id, institution_id, label) as
  select id, institution_id, label from access.api_key_label;
grant select on people.api_key to specie_app;
