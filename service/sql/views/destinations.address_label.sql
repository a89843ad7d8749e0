-- The label of an address in the address book, the address itself and its hosting provider, for lists of withdrawals
-- and rails.
create or replace view destinations.address_label (id, label, address, vasp) as
  select id, label, address, vasp from destinations.address;
grant select on destinations.address_label to specie_app;
