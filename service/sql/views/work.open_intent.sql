-- Intents that are not settled yet.
create or replace view work.open_intent (subject, effect) as
  select subject, effect from work.intent where state <> 'settled';
grant select on work.open_intent to specie_app;
