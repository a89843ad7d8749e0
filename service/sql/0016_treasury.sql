create schema treasury;
comment on schema treasury is 'What backs the coins and what they are promised to: see views/.';
grant usage on schema treasury to specie_app;
