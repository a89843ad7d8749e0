-- Intents without a settled outcome, for the jobs that perform them. `state`: recorded, or sent if it may have been
-- sent.
create or replace view work.open_intent (key, effect, subject, state) as
  select key, effect, subject, state from work.intent where state <> 'settled';
grant select on work.open_intent to specie_app;
