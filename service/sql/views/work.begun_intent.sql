-- Subjects for which an effect was requested from outside.
create or replace view work.begun_intent (subject) as
  select subject from work.intent where state <> 'recorded';
