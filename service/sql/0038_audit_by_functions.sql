-- The audit chain is appended to by functions that set who and when themselves: the time is the database's, the login and the
-- session are those of the connection. What the service says of the actor stands beside them.

drop function audit.append(text);

-- `session` is written as %c of PostgreSQL's own log: an entry leads to the connection that made it.
create function audit.append(actor text, action text, subject text, detail text) returns timestamptz
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  last audit.head;
  next_seq bigint;
  next_hash bytea;
  noted timestamptz;
  session text;
  body text;
begin
  if num_nulls(actor, action, subject, detail) > 0 or jsonb_typeof(detail::jsonb) <> 'object' then
    raise exception 'an audit entry has an actor, an action, a subject and an object of details'
      using errcode = 'invalid_parameter_value';
  end if;
  select to_hex(trunc(extract(epoch from backend_start))::bigint) || '.' || to_hex(pid) into strict session
  from pg_stat_get_activity(pg_backend_pid());
  select * into strict last from audit.head for update;
  -- Behind the lock: times rise with the chain.
  noted := date_trunc('milliseconds', clock_timestamp());
  next_seq := last.seq + 1;
  -- Canonical JSON: keys in order, no white space. The details are taken as they were written.
  body := format('{"action":%s,"actor":%s,"at":"%s","detail":%s,"login":%s,"session":"%s","subject":%s}',
    to_json(action), to_json(actor), to_char(noted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), detail,
    to_json(session_user::text), session, to_json(subject));
  next_hash := sha256(last.hash || int8send(next_seq) || convert_to(body, 'UTF8'));
  insert into audit.entry (seq, body, hash) values (next_seq, body, next_hash);
  update audit.head set seq = next_seq, hash = next_hash;
  return noted;
end $$;
revoke all on function audit.append(text, text, text, text) from public;
grant execute on function audit.append(text, text, text, text) to specie_app;

-- A seal and the entry that names it are one deed, at one time.
create function audit.add_seal(
  stream text, first numeric, last numeric, count bigint, sha256 bytea, marks bytea
) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  detail text := format('{"count":"%s","first":"%s","last":"%s","sha256":"%s"}', count, first, last, encode(sha256, 'hex'));
  noted timestamptz := audit.append('service', 'ledger.sealed', stream, detail);
begin
  insert into audit.seal (stream, first, last, count, sha256, marks, at)
  values (stream, first, last, count, sha256, marks, noted);
end $$;
revoke all on function audit.add_seal from public;
grant execute on function audit.add_seal to specie_app;

-- A signed head is one that the chain has, and was signed a moment ago. `signed_at` is part of what was signed.
create function audit.add_signature(head_seq bigint, head_hash bytea, key bytea, signed bytea, signed_at timestamptz)
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

revoke insert on audit.seal, audit.signature from specie_app;
