create schema treasury;
grant usage on schema treasury to specie_app;
