-- Subjects with a signed transaction that pays someone outside. They cannot be stopped.
create or replace view chains.irrevocable (subject, purpose) as
  select o.subject, o.purpose from chains.operation o left join chains.transaction t on t.id = o.transaction_id
  where o.purpose in ('mint', 'withdrawal', 'rail_mint', 'rail_return', 'deposit_return')
    and (o.state = 'final' or o.state = 'working' and t.state = 'sent');
