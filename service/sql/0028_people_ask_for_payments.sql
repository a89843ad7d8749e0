-- People of an institution ask for payments too, in the portal (ADR 55), not only its keys.

-- Payments: keys may ask for them. Written from protocol/src/people/approvals.ts at every start.
alter table people.approval_kind add column by_keys boolean not null default false;

-- A request about one payment is made once, whoever makes it: nobody approves another payload in its place. Other requests of an
-- institution are about the institution itself.
drop index people.asked_by_key;
create unique index asked_once on people.approval (kind, subject) where subject <> institution_id::text;

-- Whoever took it back: anybody of the institution who may cancel the payment. Null: its maker, before this was noted.
alter table people.approval add column withdrawn_by text,
  add constraint withdrawn_by_somebody check (withdrawn_by is null or state = 'withdrawn');
