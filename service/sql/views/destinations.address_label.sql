-- What an address in the address book is called, the address itself, and the provider that hosts it. Lists of withdrawals and
-- rails show it.
create or replace view destinations.address_label (id, label, address, vasp) as
  select id, label, address, vasp from destinations.address;
grant select on destinations.address_label to specie_app;
