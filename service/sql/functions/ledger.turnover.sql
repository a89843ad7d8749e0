-- The journals that moved an account, by kind, within its lines after `after` up to `upto`: their number, and what they
-- added and took in the direction of the account.
create or replace function ledger.turnover(pool text, name text, owner text, asset text, after bigint, upto bigint)
  returns table (kind text, journals bigint, added numeric, taken numeric)
  language sql stable set search_path = ledger, pg_temp as $$
  select j.kind, count(distinct j.id), coalesce(sum(e.amount) filter (where (e.amount > 0) = (a.side = 'debit')), 0),
    coalesce(sum(e.amount) filter (where (e.amount > 0) <> (a.side = 'debit')), 0)
  from account a join entry e on e.account_id = a.id join journal j on j.id = e.journal_id
  where (a.pool, a.name, a.owner, a.asset) = (turnover.pool, turnover.name, turnover.owner, turnover.asset)
    and e.version > after and e.version <= upto
  group by j.kind order by j.kind
$$;
