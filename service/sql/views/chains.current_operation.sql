-- Operations that count for their subject: they have not failed, or nobody has read yet that they have. While a subject has
-- one, rails and transfers ask for no other.
create or replace view chains.current_operation (purpose, subject) as
  select purpose, subject from chains.operation where state not in ('failed', 'canceled') or unread;
grant select on chains.current_operation to specie_app;
