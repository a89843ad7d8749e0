-- Wires as the bank first reported them, for statements.
create or replace view banking.wire_report (wire, reported) as
  select w.id, e.reported from banking.wire w left join banking.entry e on e.id = w.entry_id;
grant select on banking.wire_report to specie_app;
