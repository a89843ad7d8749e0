-- Whoever owns the database can write any row here, also of audit.version. What he cannot make is a mark: it is made with a key
-- that the service holds and the database does not (base/audit/trace-key.ts).
alter table audit.version
  add column was bytea,  -- the hash of the row before the change; null of a new row and of versions by a migration
  add column session text,  -- which key the mark was made with
  add column mark bytea;  -- null: written without a key

-- Which catalog `specie migrate` has made here, marked in the same way: a process of another version knows that it is not its own.
create table base.prepared (
  id bigint generated always as identity primary key,
  catalog text not null,  -- hash of what the files of that version make (checks/catalog)
  at timestamptz not null,
  session text,
  mark bytea
);
grant select on base.prepared to specie_app;

-- A nonce never falls. Nonces change with every call and leave no version; what they were at some moment is noted here for each
-- key that was used since.
create table access.nonce_mark (
  key_id uuid primary key references access.api_key (id),
  nonce numeric(20, 0) not null,
  at timestamptz not null
);
grant select on access.nonce_mark to specie_app;

-- What the desk has traded counts against its limits, and changes with every order. Once five minutes are over they are noted here,
-- where they leave a version.
create table trading.closed_flow (
  symbol text not null,
  began timestamptz not null,
  base numeric(38, 0) not null,
  quote numeric(38, 0) not null,
  primary key (symbol, began)
);
grant select, delete on trading.closed_flow to specie_app;

-- The check compares it with the code.
grant select on state.standing to specie_app;
