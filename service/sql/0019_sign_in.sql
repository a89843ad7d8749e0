-- A command line that asks to act for a person (device flow): it shows the user code, the person confirms it in the browser,
-- then it takes its token once with the device code. Only the hash of the device code is here.
create table people.device (
  id uuid primary key,
  device_hash bytea not null unique,
  user_code text not null unique,
  side text not null,
  label text not null check (length(label) between 1 and 64),
  person_id uuid references directory.person (id),  -- who confirmed it
  confirmed_at timestamptz,
  expires_at timestamptz not null,
  created_at timestamptz not null,
  ip inet not null,
  agent text not null check (length(agent) <= 200),
  check ((person_id is null) = (confirmed_at is null))
);
create index on people.device (expires_at);
grant select, insert, update (person_id, confirmed_at), delete on people.device to specie_app;

-- Rows that have expired are deleted when others are added.
create index on people.challenge (expires_at);
create index on people.attempt (updated_at);
-- From which addresses somebody has signed in lately.
create index on people.session (person_id, created_at);
