-- What is signed and brings something to somebody outside: it cannot be stopped any more.
create or replace view chains.irrevocable (subject, purpose) as
  select o.subject, o.purpose from chains.operation o left join chains.transaction t on t.id = o.transaction_id
  where o.purpose in ('mint', 'withdrawal', 'rail_mint', 'rail_return')
    and (o.state = 'final' or o.state = 'working' and t.state = 'sent');
