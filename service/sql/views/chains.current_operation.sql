-- Operations that have not failed, or whose failure their product has not read yet. While a subject has one, rails and
-- transfers request no other.
create or replace view chains.current_operation (purpose, subject) as
  select purpose, subject from chains.operation where state not in ('failed', 'canceled') or unread;
grant select on chains.current_operation to specie_app;
