-- Expected wires of providers, by our reference. `owed`: the provider has sold. `arrived`: the wire is booked. Products
-- wait for their own.
create or replace view banking.expected_wire (reference, owed, arrived) as
  select reference, owed, entry_id is not null from banking.expected;
grant select on banking.expected_wire to specie_app;
