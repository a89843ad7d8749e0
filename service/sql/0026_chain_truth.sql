-- What each final supply change was found to be, and what stands in the way of relying on a chain.

-- asked: an operation of ours. holder_burn: a holder destroyed coins of his own, which is his loss and no break.
-- break: nobody here asked for it, and somebody is poorer by it or coins are without backing: minting was halted.
alter table chains.movement
  add column verdict text check (verdict in ('asked', 'holder_burn', 'break')),
  add column booked_at timestamptz,  -- of a holder burn: when the ledger followed
  add check (verdict is null or state = 'final' and kind in ('mint', 'burn')),
  add check (booked_at is null or verdict = 'holder_burn');
grant update (verdict, booked_at) on chains.movement to specie_app;

update chains.movement m set verdict = 'asked'
from chains.operation o
where m.state = 'final' and m.kind in ('mint', 'burn')
  and (o.request_id, o.chain, o.asset, o.kind, o.amount) = (m.request_id, m.chain, m.asset, m.kind, m.amount);

create index unjudged on chains.movement (chain) where verdict is null and state = 'final' and kind in ('mint', 'burn');
create index unbooked on chains.movement (chain, asset) where verdict = 'holder_burn' and booked_at is null;
create index breaks on chains.movement (chain, asset) where verdict = 'break';
create index holder_burns on chains.movement (created_at) where verdict = 'holder_burn';

-- Why a chain cannot be relied on at the moment; a row goes when its cause has gone. What broke for good is in
-- chains.cursor.problem and goes only when people resume the chain.
create table chains.trouble (
  chain text not null,
  part text not null check (part in ('reading', 'sending')),
  kind text not null check (kind in ('disagreement', 'unreachable')),
  what text not null,  -- for operators: names nodes
  since timestamptz not null,
  primary key (chain, part)
);
grant select, insert, update, delete on chains.trouble to specie_app;
