-- An institution owes money since this transaction. Its outgoing items wait for two people. Call state.set_actor first.
create or replace function compliance.note_debt(institution uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform compliance.hold_open_items(institution);
end $$;
revoke all on function compliance.note_debt from public;
grant execute on function compliance.note_debt to specie_app;
