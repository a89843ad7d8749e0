-- Accepts a signature only for a head of the chain, signed a moment ago. `signed_at` is part of the signed message.
create or replace function audit.add_signature(head_seq bigint, head_hash bytea, key bytea, signed bytea, signed_at timestamptz)
  returns void language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if not exists (select from audit.entry where seq = head_seq and hash = head_hash) then
    raise exception 'the audit chain has no head %', head_seq using errcode = 'invalid_parameter_value';
  end if;
  if signed_at not between clock_timestamp() - interval '1 minute' and clock_timestamp() then
    raise exception 'head % was signed at %, and it is %', head_seq, signed_at, clock_timestamp()
      using errcode = 'invalid_parameter_value', hint = 'Take the time from the database and sign at once.';
  end if;
  insert into audit.signature (seq, hash, public_key, signature, at)
  values (head_seq, head_hash, key, signed, signed_at) on conflict (seq) do nothing;
end $$;
revoke all on function audit.add_signature from public;
grant execute on function audit.add_signature to specie_app;
