-- Subjects for which somebody outside was asked for something.
create or replace view work.begun_intent (subject) as
  select subject from work.intent where state <> 'recorded';
