-- Operations that were put aside before they were signed, because nobody asked for them: the sender passes over them until the case
-- is closed.
create or replace view banking.unrequested_effect (operation_id) as
  select (detail ->> 'operationid')::uuid from banking.bank_case
  where kind = 'not_asked_for' and closed_at is null and detail ? 'operationid';
grant select on banking.unrequested_effect to specie_app;
