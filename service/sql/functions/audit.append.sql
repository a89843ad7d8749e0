-- Appends to the audit chain: hash = sha256(previous hash ‖ seq as 8 bytes, big-endian ‖ body as UTF-8). The function
-- itself sets the time (of the database), the login and the session (of the connection). `session` has the format of %c
-- in PostgreSQL's log, so that an entry leads to its connection. `actor` is what the service reports. Returns the time.
create or replace function audit.append(actor text, action text, subject text, detail text) returns timestamptz
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
  -- Read behind the lock, so that times rise along the chain.
  noted := date_trunc('milliseconds', clock_timestamp());
  next_seq := last.seq + 1;
  -- Canonical JSON: sorted keys, no white space. The detail is taken verbatim.
  body := format('{"action":%s,"actor":%s,"at":"%s","detail":%s,"login":%s,"session":"%s","subject":%s}',
    to_json(action), to_json(actor), to_char(noted at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), detail,
    to_json(session_user::text), session, to_json(subject));
  next_hash := sha256(last.hash || int8send(next_seq) || convert_to(body, 'UTF8'));
  insert into audit.entry (seq, body, hash) values (next_seq, body, next_hash);
  update audit.head set seq = next_seq, hash = next_hash;
  return noted;
end $$;
revoke all on function audit.append from public;
grant execute on function audit.append to specie_app;
