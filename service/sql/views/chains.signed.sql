-- Subjects with a signed or final transaction.
create or replace view chains.signed (subject) as
  select o.subject from chains.operation o left join chains.transaction t on t.id = o.transaction_id
  where o.state = 'final' or o.state = 'working' and t.state = 'sent';
