-- A party of the institution matches an entry of a list since this transaction. Its outgoing items wait until two people
-- have cleared the hit. Call state.set_actor first.
create or replace function compliance.note_hits(institution uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform compliance.hold_open_items(institution);
end $$;
revoke all on function compliance.note_hits from public;
grant execute on function compliance.note_hits to specie_app;
