-- Operations without a request, found before they were signed. The sender skips them until their case is closed.
create or replace view banking.unrequested_effect (operation_id) as
  select (detail ->> 'operationid')::uuid from banking.bank_case
  where kind = 'not_asked_for' and closed_at is null and detail ? 'operationid';
grant select on banking.unrequested_effect to specie_app;
