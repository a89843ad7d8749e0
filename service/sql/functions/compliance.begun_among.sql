-- The items among these that have an effect which cannot be undone, themselves or through a part: signed, ordered, or
-- requested from a provider.
create or replace function compliance.begun_among(items uuid[]) returns setof uuid
  language sql stable security definer set search_path = pg_catalog, pg_temp as $$
  with one as materialized (
    select item as whole, item as id from unnest(items) item
    union select p.whole, p.id from compliance.part p where p.whole = any(items)),
  begun as (
    select subject from compliance.begun_effect where subject in (select one.id from one)
    union select subject from work.begun_intent where subject in (select one.id from one))
  select distinct one.whole from one join begun on begun.subject = one.id
$$;
revoke all on function compliance.begun_among from public;
grant execute on function compliance.begun_among to specie_app;
