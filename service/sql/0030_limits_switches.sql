-- Limits of institutions per product, asset, day and month, and what counts against them.

create table compliance.limit_rule (
  institution_id uuid not null references directory.institution (id),
  product text not null,
  asset text not null,
  period text not null,
  amount numeric(38) check (amount >= 0),
  set_at timestamptz not null,
  primary key (institution_id, product, asset, period)
);
comment on table compliance.limit_rule is
  'What an institution may use of a product in a day or a month. Two people change it (`limit.set`). Without a row there is no limit.';
comment on column compliance.limit_rule.amount is 'In minor units. Null: the limit was removed.';
create index limit_rule_set on compliance.limit_rule (product) where amount is not null;
grant select, insert, update (amount, set_at) on compliance.limit_rule to specie_app;

create table compliance.limit_use (
  institution_id uuid not null,
  product text not null,
  asset text not null,
  day date not null,
  used numeric(38) not null,
  primary key (institution_id, product, asset, day)
) with (fillfactor = 50);
comment on table compliance.limit_use is
  'What was accepted of each institution, product and asset on each day of settlement, with or without a limit. What is given back stays '
  'in it; it is in compliance.limit_item.';
grant select on compliance.limit_use to specie_app;

create table compliance.limit_item (
  subject uuid not null,
  asset text not null,
  institution_id uuid not null,
  product text not null,
  day date not null,
  amount numeric(38) not null,
  is_over boolean not null,
  returned_at timestamptz,
  primary key (subject, asset)
);
comment on table compliance.limit_item is
  'Items that may still end before they leave: then their amount is given back to the day on which it was counted.';
comment on column compliance.limit_item.is_over is
  'It arrived above a limit. What arrives from outside cannot be refused, so it is held.';
create index limit_item_returned on compliance.limit_item (institution_id, product, asset, day) include (amount)
  where returned_at is not null;
grant select on compliance.limit_item to specie_app;

-- One table for everything that is stopped by a switch. The halts of coins move into it.

create table compliance.switch (
  id bigint generated always as identity primary key,
  what text not null,
  reason text not null,
  actor text not null,
  at timestamptz not null,
  lifted_at timestamptz,
  lifted_by text
);
comment on table compliance.switch is
  'What was pulled, by whom and why, and who lifted it. Read in the transaction of the effect. Pairs are in trading.pair.';
comment on column compliance.switch.what is 'For example mint:VCHF, mint:VCHF:ETH, withdraw:CHF, onramp, provider, api.';
create unique index one_pulled on compliance.switch (what) where lifted_at is null;
grant select, insert (what, reason, actor, at), update (lifted_at, lifted_by) on compliance.switch to specie_app;

insert into compliance.switch (id, what, reason, actor, at, lifted_at, lifted_by) overriding system value
select id, what, reason, actor, at, lifted_at, lifted_by from chains.halt;
select setval(pg_get_serial_sequence('compliance.switch', 'id'), coalesce(max(id), 1), max(id) is not null)
from compliance.switch;
drop table chains.halt;
drop function if exists chains.assert_resume_approved();
drop function if exists audit.note_chains_halt();
