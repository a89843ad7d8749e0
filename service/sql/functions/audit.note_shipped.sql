-- The position moves only forwards, and only to an existing head. A position in the future would stop shipping for
-- good.
create or replace function audit.note_shipped(taker text, head_seq bigint) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from audit.signature where seq = head_seq) then
    raise exception 'no head % was signed', head_seq using errcode = 'invalid_parameter_value';
  end if;
  insert into audit.shipment as known (destination, seq, at) values (taker, head_seq, clock_timestamp())
  on conflict (destination) do update set seq = excluded.seq, at = excluded.at where known.seq < excluded.seq;
end $$;
revoke all on function audit.note_shipped from public;
grant execute on function audit.note_shipped to specie_app;
