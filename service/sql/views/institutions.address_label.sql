-- What an address in the address book is called, and the address itself. Lists of withdrawals and rails show it.
create or replace view institutions.address_label (id, label, address) as
  select id, label, address from institutions.address;
grant select on institutions.address_label to specie_app;
