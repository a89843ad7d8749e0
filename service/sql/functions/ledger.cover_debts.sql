-- Covers an institution's debt from its balance of the same asset as soon as it has one: one journal per debt, in the
-- transaction that credits the balance. ledger.post calls it, so no credit can bypass it. Locks: the debt, after the
-- accounts that the caller has locked; a debt account is opened after its balance, so this is the order of ids.
create or replace function ledger.cover_debts(touched bigint[], at timestamptz) returns void
language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  debt record;
  owed ledger.account;
  covered numeric;
  journal bigint;
begin
  for debt in
    select o.id, a.id as available from ledger.account o
    join ledger.account a on (a.pool, a.owner, a.name, a.asset) = ('client', o.owner, 'available', o.asset)
    where o.pool = 'client' and o.name = 'owed' and o.balance > 0 and a.balance > 0 and a.id = any(touched)
    order by o.id
  loop
    select * into owed from ledger.account a where a.id = debt.id for no key update;
    select least(a.balance, owed.balance) into covered from ledger.account a where a.id = debt.available;
    continue when covered <= 0;
    journal := nextval('ledger.journal_id_seq');
    insert into ledger.journal (id, key, kind, at) overriding system value
    values (journal, format('cover:%s:%s', owed.id, owed.version + 1), 'debt_covered', at);
    insert into ledger.entry (account_id, version, journal_id, amount, balance)
    select a.id, a.version + 1, journal, case a.name when 'owed' then -covered else covered end, a.balance - covered
    from ledger.account a where a.id in (owed.id, debt.available);
    update ledger.account a set balance = a.balance - covered, version = a.version + 1
    where a.id in (owed.id, debt.available);
  end loop;
end $$;
revoke all on function ledger.cover_debts from public;
