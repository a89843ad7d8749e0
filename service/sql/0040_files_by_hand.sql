-- Files of the bank that a person brings. They come from anywhere, so they move nothing: what they tell waits beside the
-- books until the bank tells it itself, over its own channel.

create table banking.hand_file (
  sha256 text primary key,
  content bytea not null,  -- for whoever looks into it, and for the second person who may confirm it
  taken_by text not null check (taken_by <> ''),
  why text not null check (why <> ''),
  taken_at timestamptz not null,
  taken_on date not null,  -- by settlement time
  confirmed_by text check (lower(confirmed_by) <> lower(taken_by)),  -- a second person
  confirmed_at timestamptz,
  disowned_by text,
  disowned_at timestamptz,
  check (num_nonnulls(confirmed_by, confirmed_at) in (0, 2)),
  check (num_nonnulls(disowned_by, disowned_at) in (0, 2))
);
grant select, insert, update (confirmed_by, confirmed_at, disowned_by, disowned_at) on banking.hand_file to specie_app;

-- A movement that such a file tells. It is confirmed by the entry in which the bank told it.
create table banking.hand_line (
  id uuid primary key,
  file text not null references banking.hand_file (sha256),
  account text not null references banking.bank_account (iban),
  currency text not null,
  format text not null,
  bankref text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric(38, 0) not null check (amount > 0),
  booking_date date not null,
  said jsonb not null,
  institution_id uuid references institutions.institution (id),  -- to whom it is shown as pending
  state text not null check (state in ('waiting', 'confirmed', 'disowned')),
  entry_id bigint references banking.entry (id),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'confirmed') = (entry_id is not null))
);
create index on banking.hand_line (file);
create index on banking.hand_line (account, booking_date);
create index on banking.hand_line (entry_id) where entry_id is not null;
create index hand_line_waiting on banking.hand_line (account) where state = 'waiting';
create index hand_line_pending on banking.hand_line (institution_id) where state = 'waiting';
grant select, insert, update (state, entry_id, updated_at) on banking.hand_line to specie_app;

-- A line that has ended stays as it is: one that was disowned cannot be brought back.
create function banking.keep_ended() returns trigger language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  if old.state <> 'waiting' and (new.state, new.entry_id) is distinct from (old.state, old.entry_id) then
    raise exception 'a line that is % stays so', old.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger ended before update on banking.hand_line for each row execute function banking.keep_ended();

-- One more kind of case beside those that are there.
do $$
declare
  kinds text := (select pg_get_constraintdef(oid) from pg_constraint
    where conrelid = 'banking.bank_case'::regclass and conname = 'bank_case_kind_check');
begin
  alter table banking.bank_case drop constraint bank_case_kind_check;
  execute 'alter table banking.bank_case add constraint bank_case_kind_check '
    || replace(kinds, 'ARRAY[', 'ARRAY[''told_by_hand''::text, ');
end $$;
