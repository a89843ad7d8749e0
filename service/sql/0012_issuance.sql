-- What must wait for a person, and the coins that are minted and redeemed.

create schema compliance;
grant usage on schema compliance to specie_app;

-- Several holds may lie on one thing: it moves when all of them are released. Nothing releases itself.
create table compliance.hold (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  -- Either a thing, or the next one of its kind that the institution asks for; then the id is set when it hits.
  subject_kind text check (subject_kind in ('mint', 'redemption', 'withdrawal', 'deposit')),
  subject_id uuid,
  hit_at timestamptz,  -- when it first stopped something
  reason text not null check (reason in ('aml_review', 'sanctions_review', 'travel_rule', 'edd_required')),
  maker text,
  checker text,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (num_nonnulls(subject_kind, subject_id) > 0),
  -- Four eyes (S1): whoever decides, somebody else has asked for it.
  constraint four_eyes check (state not in ('released', 'rejected')
    or maker is not null and checker is not null and lower(maker) <> lower(checker))
);
create index on compliance.hold (subject_id) where subject_id is not null;
create index hold_next on compliance.hold (institution_id, subject_kind) where subject_id is null;
create trigger moves before insert or update on compliance.hold for each row execute function state.enforce('hold');
grant select, insert, update (state, updated_at, subject_kind, subject_id, hit_at, maker, checker)
  on compliance.hold to specie_app;

create schema issuance;
grant usage on schema issuance to specie_app;

create table issuance.mint (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),  -- whole minor units of its fiat
  fulfilment text not null check (fulfilment in ('issuance', 'trade')),
  destination text,  -- label of the wallet; null: the Platform balance
  address text not null,  -- that receives the coins on the chain
  cost numeric(38, 0) not null check (cost > 0),  -- in the coin's own fiat: quantity at par and the charge
  charge numeric(38, 0) not null check (charge >= 0),  -- our fee, in it
  funding_currency text not null references ledger.asset,
  spent numeric(38, 0) not null check (spent > 0),  -- in funding_currency; more at first when it must be converted
  spread numeric(38, 0) not null default 0 check (spread >= 0),  -- what converting cost, in the coin's own fiat
  reserved boolean not null default false,  -- its money was moved to the reserve ahead of the coins
  reason text,
  asked_settlement timestamptz not null,  -- settlement time at which it was asked for
  booked_at timestamptz,  -- when the chain had it finally and the ledger followed
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (charge < cost),
  check ((state = 'settled') = (settled_at is not null))
);
create index on issuance.mint (institution_id, created_at);
create index mint_due on issuance.mint (created_at)
  where state in ('requested', 'screening', 'held', 'funded', 'waiting_reserve');
create index mint_booked on issuance.mint (asked_settlement) where state = 'confirming' and booked_at is not null;
create index mint_reserved on issuance.mint (asset) where reserved and booked_at is null;
create trigger moves before insert or update on issuance.mint for each row execute function state.enforce('mint');
grant select, insert, update (state, updated_at, spent, spread, reserved, reason, booked_at, settled_at)
  on issuance.mint to specie_app;

create table issuance.redemption (
  id uuid primary key,
  institution_id uuid not null references institutions.institution (id),
  clreqid text,
  asset text not null check (asset in ('VCHF', 'VGBP')),
  blockchain text not null,
  quantity numeric(38, 0) not null check (quantity > 0 and quantity % 10000 = 0),
  charge numeric(38, 0) not null check (charge >= 0),  -- our fee, in the coin's own fiat
  bank_account_id uuid references transfers.bank_account (id),  -- null: to the balance
  reason text,
  asked_settlement timestamptz not null,
  booked_at timestamptz,  -- when the coins were finally gone and the ledger followed
  paid_at timestamptz,  -- when the bank was asked to pay
  settled_at timestamptz,
  state text not null,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check ((state = 'settled') = (settled_at is not null))
);
create index on issuance.redemption (institution_id, created_at);
create index redemption_due on issuance.redemption (created_at) where state in ('requested', 'screening', 'held', 'paying');
create trigger moves before insert or update on issuance.redemption
  for each row execute function state.enforce('redemption');
grant select, insert, update (state, updated_at, reason, booked_at, paid_at, settled_at) on issuance.redemption to specie_app;

-- Redemptions may be paid by the bank.
alter table banking.payout
  drop constraint payout_kind_check,
  add constraint payout_kind_check check (kind in ('withdrawal', 'return', 'sweep', 'redemption')),
  add constraint owner_of_a_redemption check (kind <> 'redemption' or institution_id is not null);

-- Coins that may still come into being and are no liability yet: what the reserve must cover before one more (L5).
create index operation_coming on chains.operation (asset)
  where kind = 'mint' and (state in ('queued', 'working') or state = 'final' and unread);
