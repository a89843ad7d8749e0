-- Money that leaves by the bank: payouts, gathered into orders (pain.001) that are sent exactly once (E1).

-- One order to the bank. The bytes are kept as they were sent: a repeat after a doubt must be the same message.
create table banking.payment_order (
  id uuid primary key,
  message_id text not null unique check (message_id ~ '^[A-Za-z0-9]{1,35}$'),
  purpose text not null check (purpose in ('client_money', 'reserve')),
  currency text not null check (currency in ('CHF', 'GBP')),
  execution_date date not null,
  xml text not null,
  asked_at timestamptz,  -- when the bank was last asked what became of it
  created_at timestamptz not null
);
grant select, insert, update (asked_at) on banking.payment_order to specie_app;

create table banking.payout (
  id uuid primary key,
  kind text not null check (kind in ('withdrawal', 'return', 'sweep')),
  subject uuid not null,  -- the withdrawal, the wire that goes back; a sweep is its own
  institution_id uuid references institutions.institution (id),  -- whose money it is; of a withdrawal always
  purpose text not null check (purpose in ('client_money', 'reserve')),  -- the account that pays
  currency text not null check (currency in ('CHF', 'GBP')),
  amount numeric(38, 0) not null check (amount > 0),
  creditor_name text not null,
  creditor_account text not null,  -- IBAN, or sort code and account
  creditor_bic text,
  remittance text,
  end_to_end_id text not null unique check (end_to_end_id ~ '^[A-Za-z0-9]{1,35}$'),
  order_id uuid references banking.payment_order (id),
  reason text,  -- why the bank rejected or returned it
  debited text,  -- the bank's reference of the entry that took the money from the account
  credited text,  -- of the entry that brought it back, or of a sweep's other leg
  unread boolean not null default false,  -- whoever asked for it has yet to learn of its present state
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (kind <> 'withdrawal' or institution_id is not null),
  check (kind <> 'sweep' or subject = id),
  check (order_id is not null or state = 'prepared')
);
-- One payout for each thing that is paid. A return that the bank could not deliver may be tried once more.
create unique index one_payout on banking.payout (kind, subject) where state not in ('rejected', 'returned');
-- What is due between client money and reserve is swept by one payout at a time, or it would be paid twice.
create unique index one_sweep on banking.payout (purpose, currency)
  where kind = 'sweep' and state in ('prepared', 'batched', 'sent', 'accepted');
create index on banking.payout (purpose, currency, created_at) where state = 'prepared';
create index on banking.payout (order_id) where state in ('batched', 'sent', 'accepted');
create index on banking.payout (kind, updated_at) where unread;
create trigger moves before insert or update on banking.payout for each row execute function state.enforce('payout');
grant select, insert, update (state, updated_at, order_id, reason, debited, credited, unread) on banking.payout to specie_app;
