-- Jobs are woken by notifications after the commit (base/wakes.ts): the tables of the queue are of no use any more.
drop schema if exists jobs cascade;

-- Counts the moves of UAT's clock, so that a process which reads it late does not take the older one for the newer.
alter table work.clock add column version bigint not null default 0;

-- A transaction that had to wait before it was signed goes on later, with the nonce of then.
grant update (nonce, created_at) on chains.transaction to specie_app;
