-- Adds a mark of the outcome to an order that a venue has answered.
create or replace function trading.mark_settled() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform trading.mark_stored(array(select id from fresh));
  return null;
end $$;
