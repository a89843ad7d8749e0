create schema treasury;
comment on schema treasury is 'Coverage of the coins and claims on them: see views/.';
grant usage on schema treasury to specie_app;
