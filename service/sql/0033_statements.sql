-- Statements of account as camt.053 are numbered, and what one has said of a payout stays as it was (ADR 0033).

-- Each camt.053 that was given out, numbered per institution and currency. The same period has the same id and
-- number for ever.
create table transfers.statement (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  currency text not null check (currency in ('CHF', 'GBP')),
  period_from timestamptz not null,
  period_to timestamptz not null,
  sequence bigint not null check (sequence > 0),
  unique (institution_id, currency, period_from, period_to),
  unique (institution_id, currency, sequence)
);
create trigger append_only before update or delete or truncate on transfers.statement
  for each statement execute function base.append_only();
grant select, insert on transfers.statement to specie_app;

-- Statements that end at `until` or before were shown, or might have been, without the bank's reference of this payout:
-- the bank had not told it yet. Those that end later have it.
create table transfers.unreferenced (
  payout_id uuid primary key references banking.payout (id),
  until timestamptz not null
);
grant select, insert, update (until) on transfers.unreferenced to specie_app;

create index payout_without_reference on banking.payout (institution_id)
  where debited is null and kind in ('withdrawal', 'redemption');
