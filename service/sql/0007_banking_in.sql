-- What the bank tells us: its files, the entries in them, and the wires that they bring. The bank's word is kept as it
-- came; where two of its words, or its word and ours, do not fit together, a case is opened and nothing is corrected.

create schema banking;
grant usage on schema banking to specie_app;

-- Our accounts, as the bank lists them. The rows are also the lock that puts imports in line.
create table banking.bank_account (
  iban text primary key,
  purpose text not null check (purpose in ('client_money', 'reserve')),
  currency text not null check (currency in ('CHF', 'GBP')),
  qriban text unique,
  sortcode text,
  account text,
  bic text not null,
  name text not null,
  unique (purpose, currency)
);
grant select, insert, update (qriban, sortcode, account, bic, name) on banking.bank_account to specie_app;

-- How far the bank's list of files has been read.
create table banking.feed (
  only_row boolean primary key default true check (only_row),
  last bigint not null
);
insert into banking.feed (last) values (0);
grant select, update (last) on banking.feed to specie_app;

-- A file is taken once, whatever way it comes.
create table banking.file (
  sha256 text primary key,
  received_at timestamptz not null
);
grant select, insert on banking.file to specie_app;

-- A notification (camt.054) or statement (camt.053, MT940) of one account. A file may hold several.
create table banking.message (
  id bigint generated always as identity primary key,
  file text not null references banking.file (sha256),
  kind text not null check (kind in ('camt.054', 'camt.053')),
  account text not null references banking.bank_account (iban),
  sequence bigint not null,
  content text not null,  -- hash of what it says, its own name and time aside: a repeat says the same
  created_at timestamptz not null,  -- when the bank wrote it
  from_date date,
  to_date date,
  opening numeric(38, 0),
  closing numeric(38, 0),
  unique (account, kind, sequence),
  check ((kind = 'camt.053') = (num_nonnulls(from_date, to_date, opening, closing) = 4))
);
grant select, insert on banking.message to specie_app;

create table banking.entry (
  id bigint generated always as identity primary key,
  account text not null references banking.bank_account (iban),
  bankref text not null,
  direction text not null check (direction in ('credit', 'debit')),
  amount numeric(38, 0) not null check (amount > 0),
  booking_date date not null,
  end_to_end_id text,
  said jsonb not null,  -- the whole entry as it was first told
  notified_by bigint references banking.message (id),
  confirmed_by bigint references banking.message (id),
  booked_at timestamptz,  -- when the ledger followed; null: a case says why not
  unique (account, bankref),
  check (num_nonnulls(notified_by, confirmed_by) > 0)
);
create index entry_unbooked on banking.entry (account, id) where booked_at is null;
create index entry_unconfirmed on banking.entry (account) where notified_by is null or confirmed_by is null;
create index on banking.entry (account, end_to_end_id, amount) where direction = 'credit';
grant select, insert, update (notified_by, confirmed_by, booked_at) on banking.entry to specie_app;

-- A credit to client money that is not one of our own payouts coming back.
create table banking.wire (
  id uuid primary key,
  entry_id bigint not null unique references banking.entry (id),
  bankref text not null,
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  value_date text not null,  -- as the bank wrote it
  sender_name text,
  sender_account text,
  sender_bic text,
  reference text,  -- QRR or SCOR
  paid_to text,  -- the QR-IBAN or virtual account that was paid
  institution_id uuid references institutions.institution (id),
  hold text check (hold in ('aml_review', 'sanctions_review', 'travel_rule', 'edd_required')),
  reason text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (state in ('booked', 'unidentified', 'return_pending', 'returned') or institution_id is not null),
  check ((state = 'held') = (hold is not null))
);
create index on banking.wire (institution_id, created_at, id);
create index wire_due on banking.wire (created_at)
  where state in ('booked', 'unidentified', 'attributed', 'screening');
create trigger moves before insert or update on banking.wire for each row execute function state.enforce('wire');
grant select, insert, update (state, updated_at, institution_id, hold, reason) on banking.wire to specie_app;

-- What an institution's payers quote or pay to: a QR reference for CHF, a virtual account for GBP.
create sequence banking.reference_number start 20000000 maxvalue 99999999;
grant usage on sequence banking.reference_number to specie_app;
create table banking.reference (
  institution_id uuid not null references institutions.institution (id),
  currency text not null check (currency in ('CHF', 'GBP')),
  value text not null unique,
  created_at timestamptz not null,
  primary key (institution_id, currency)
);
grant select, insert on banking.reference to specie_app;

-- Accounts that an institution has told us it pays from. An account speaks for one institution.
create table banking.sender (
  account text primary key,
  institution_id uuid not null references institutions.institution (id),
  created_at timestamptz not null
);
grant select, insert on banking.sender to specie_app;

-- What does not fit together and a person must look at. One for each cause, for ever: what was settled stays settled.
create table banking.bank_case (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('sequence_gap', 'duplicate_sequence', 'balance_break', 'entry_differs',
    'unmatched_entry', 'missing_in_notification', 'missing_in_statement', 'recall', 'return_failed', 'unreadable_file')),
  cause text not null,
  entry_id bigint references banking.entry (id),
  detail jsonb not null,
  opened_at timestamptz not null,
  closed_at timestamptz,
  closed_by text,
  unique (kind, cause),
  check ((closed_at is null) = (closed_by is null))
);
create index case_open on banking.bank_case (kind) where closed_at is null;
create index on banking.bank_case (entry_id) where entry_id is not null;
grant select, insert, update (closed_at, closed_by) on banking.bank_case to specie_app;
