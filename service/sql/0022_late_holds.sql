-- A hold may come at any time (S1). It marks what it lies on, under the lock of that row, so that every later step sees it
-- in its own transaction; the database refuses steps and effects of what is marked.

alter table compliance.hold
  add column concluded_at timestamptz,  -- of a rejected one: when what it lay on had been taken back as far as possible
  add column cause uuid references compliance.hold (id),  -- the hold on a rail that brought about this one on a payment
  drop constraint hold_subject_kind_check,
  add constraint hold_subject_kind_check
    check (subject_kind in ('mint', 'redemption', 'withdrawal', 'deposit', 'wire', 'rail', 'payment')),
  add constraint only_a_rejection_is_concluded check (concluded_at is null or state = 'rejected');
create index on compliance.hold (cause) where cause is not null;
grant update (concluded_at) on compliance.hold to specie_app;

-- What moves in several parts is stopped as a whole: a hold on a mint stops every transfer of the crypto that pays for it.
-- A row here can only stop more: a hold on the part itself counts as ever.
create table compliance.part (
  id uuid primary key,  -- of the part: the subject of its operation
  whole uuid not null  -- what holds are placed on
);
create index on compliance.part (whole);
grant select, insert on compliance.part to specie_app;

create function compliance.whole_of(thing uuid) returns uuid language sql stable as $$
  select coalesce((select whole from compliance.part where id = thing), thing)
$$;

-- True while a hold lies on the thing: nobody has decided, or it was rejected and has yet to be taken back.
create function compliance.is_stopped(thing uuid) returns boolean language sql stable as $$
  select exists (select from compliance.hold
    where subject_id in (thing, compliance.whole_of(thing)) and state <> 'released' and concluded_at is null)
$$;

-- Those of these things that must not move: a hold lies on them, or they are addresses that are not usable now. What is
-- not among them cannot be stopped before the caller's transaction ends: whoever places a hold waits for it. For the last look before something leaves (bytes saved, order made, intent marked).
-- Call it before locking rows of operations or payouts.
create function compliance.stopped_among(things uuid[]) returns setof uuid language plpgsql as $$
begin
  perform pg_advisory_xact_lock_shared(hashtextextended('hold ' || thing, 0))
    from (select unnest(things) as thing union select compliance.whole_of(one) from unnest(things) one order by 1) sorted;
  return query select distinct thing from unnest(things) thing where compliance.is_stopped(thing)
    or exists (select from institutions.address a where a.id = thing and a.state <> 'active');
end $$;

-- Where an effect goes, if that is a whitelisted wallet.
alter table chains.operation add column address_id uuid references institutions.address (id);
alter table issuance.mint add column address_id uuid references institutions.address (id);
create index on chains.operation (address_id) where state = 'queued';

-- Whoever revokes or suspends a wallet waits for bytes that are just being saved, and all that come later see it.
create function institutions.close_address() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('hold ' || new.id, 0));
  return new;
end $$;
create trigger closes after update of state on institutions.address for each row
  when (old.state = 'active' and new.state <> 'active') execute function institutions.close_address();

-- The mark. Only the trigger below changes it.
alter table issuance.mint add column on_hold boolean not null default false;
alter table issuance.redemption add column on_hold boolean not null default false;
alter table transfers.withdrawal add column on_hold boolean not null default false;
alter table transfers.deposit add column on_hold boolean not null default false;
alter table banking.wire add column on_hold boolean not null default false;
alter table rails.rail add column on_hold boolean not null default false;
alter table rails.payment add column on_hold boolean not null default false;
create index mint_on_hold on issuance.mint (created_at) where on_hold;
create index redemption_on_hold on issuance.redemption (created_at) where on_hold;
create index withdrawal_on_hold on transfers.withdrawal (created_at) where on_hold;
create index deposit_on_hold on transfers.deposit (created_at) where on_hold;
create index wire_on_hold on banking.wire (created_at) where on_hold;
create index rail_on_hold on rails.rail (created_at) where on_hold;
create index payment_on_hold on rails.payment (created_at) where on_hold;

-- The change feed tells a late hold, and its end, although the state stays as it is.
alter table state.history add column hold text check (hold in ('placed', 'ended'));

-- Steps that are mere facts may be taken while a hold lies on a thing; the migration step fills this in from
-- protocol/src/machines.ts.
alter table state.transition add column while_held boolean not null default false;

-- Row first, then the lock that stopped_among shares: in this order everywhere.
create function compliance.mark() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind record;
  thing record;
  stopped boolean;
begin
  if new.subject_id is null then
    return new;
  end if;
  for kind in select * from (values
    ('issuance.mint', 'mint'), ('issuance.redemption', 'redemption'),
    ('transfers.withdrawal', 'withdrawal'), ('transfers.deposit', 'deposit'), ('banking.wire', 'wire'),
    ('rails.rail', 'payment_rail'), ('rails.payment', 'payment')) kinds (tab, machine)
  loop
    execute format('select state, on_hold, institution_id from %s where id = $1 for update', kind.tab)
      into thing using new.subject_id;
    continue when thing.state is null;
    perform pg_advisory_xact_lock(hashtextextended('hold ' || new.subject_id, 0));
    stopped := compliance.is_stopped(new.subject_id);
    continue when stopped = thing.on_hold;
    execute format('update %s set on_hold = $2, updated_at = greatest(updated_at, $3) where id = $1', kind.tab)
      using new.subject_id, stopped, new.updated_at;
    -- What can still be screened becomes `held` by itself, and what is `held` tells by its next state.
    continue when thing.state = 'held' or exists (select from state.transition t
      where t.machine = kind.machine and t.from_state = thing.state and t.event in ('screen', 'hold'));
    insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
      values (kind.machine, new.subject_id, thing.state, thing.state, 'compliance', 'hold', new.updated_at,
        thing.institution_id, case when stopped then 'placed' else 'ended' end);
  end loop;
  return new;
end $$;
create trigger marks_new after insert on compliance.hold for each row execute function compliance.mark();
create trigger marks after update of state, subject_id, concluded_at on compliance.hold for each row
  when ((old.state, old.subject_id, old.concluded_at) is distinct from (new.state, new.subject_id, new.concluded_at))
  execute function compliance.mark();

-- What a hold lies on takes no step but facts (S1).
create function state.enforce_hold() returns trigger
  language plpgsql security definer set search_path = state, pg_temp as $$
begin
  if not exists (select from transition t
    where t.machine = tg_argv[0] and t.from_state = old.state and t.to_state = new.state and t.while_held) then
    raise exception 'a % on hold cannot move from % to %', tg_argv[0], old.state, new.state using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger holds before update on issuance.mint for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('mint');
create trigger holds before update on issuance.redemption for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('redemption');
create trigger holds before update on transfers.withdrawal for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('withdrawal');
create trigger holds before update on transfers.deposit for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('deposit');
create trigger holds before update on banking.wire for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('wire');
create trigger holds before update on rails.rail for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment_rail');
create trigger holds before update on rails.payment for each row
  when (old.on_hold and new.on_hold and old.state <> new.state) execute function state.enforce_hold('payment');

-- No effect begins for what a hold lies on. The outboxes look before (stopped_among); this is for what forgets to.
create function compliance.refuse_effect() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if compliance.is_stopped(new.subject) then
    raise exception '% is on hold: % begins nothing for it', new.subject, tg_table_name using errcode = 'check_violation';
  end if;
  return new;
end $$;
create trigger holds before insert on chains.operation for each row execute function compliance.refuse_effect();
create trigger holds before insert on banking.payout for each row execute function compliance.refuse_effect();
create trigger leaves before update on banking.payout for each row
  when (old.state = 'prepared' and new.state = 'batched') execute function compliance.refuse_effect();
create trigger leaves before update on work.intent for each row
  when (new.state = 'sent') execute function compliance.refuse_effect();

create function compliance.refuse_bytes() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if exists (select from chains.carried c join chains.operation o on o.id = c.operation_id
      left join institutions.address a on a.id = o.address_id
      where c.transaction_id = new.transaction_id and (compliance.is_stopped(o.subject) or a.state <> 'active')) then
    raise exception 'transaction % carries what must not leave: it is not signed', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return new;
end $$;
-- A later form of a transaction that is signed already changes nothing but its fee.
create trigger holds before insert on chains.attempt for each row
  when (new.number = 1) execute function compliance.refuse_bytes();
create index on chains.operation (subject);
create index on work.intent (subject);
create index on banking.payout (subject);

-- A payout that comes to nothing while a hold lies on it: its money waits in `pending` until people have decided.
alter table banking.payout
  add column withheld boolean not null default false,
  drop constraint payout_check2,
  add constraint sent_by_an_order check (order_id is not null or state in ('prepared', 'rejected'));
grant update (withheld) on banking.payout to specie_app;

-- Crypto that a sale did not need, while a hold lies on its mint: it waits in `pending`.
alter table issuance.conversion add column withheld numeric(38, 0) not null default 0 check (withheld >= 0);
grant update (withheld) on issuance.conversion to specie_app;
