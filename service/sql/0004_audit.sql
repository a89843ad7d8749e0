-- The audit chain (V1): every entry carries the hash of the one before it, so that a change anywhere breaks all that
-- follows. Entries are added by one function and by nothing else.

create schema audit;
grant usage on schema audit to specie_app;

create table audit.entry (
  seq bigint primary key,
  body text not null,  -- canonical JSON {action, actor, at, detail, subject}: exactly the bytes that are hashed
  hash bytea not null
);
create trigger append_only before update or delete or truncate on audit.entry
  for each statement execute function base.append_only();

-- The end of the chain. Its row lock puts writers in line, so keep it out of hot paths and take it last.
create table audit.head (
  only_row boolean primary key default true check (only_row),
  seq bigint not null,
  hash bytea not null
);
insert into audit.head (seq, hash) values (0, decode(repeat('00', 32), 'hex'));

grant select on audit.entry, audit.head to specie_app;

-- hash = sha256(previous hash ‖ seq as 8 bytes, big-endian ‖ body as UTF-8)
create function audit.append(body text) returns bigint
  language plpgsql security definer set search_path = audit, pg_temp as $$
declare
  last head;
  next_seq bigint;
  next_hash bytea;
begin
  select * into strict last from head for update;
  next_seq := last.seq + 1;
  next_hash := sha256(last.hash || int8send(next_seq) || convert_to(body, 'UTF8'));
  insert into entry (seq, body, hash) values (next_seq, body, next_hash);
  update head set seq = next_seq, hash = next_hash;
  return next_seq;
end $$;
revoke all on function audit.append(text) from public;
grant execute on function audit.append(text) to specie_app;
