-- The label of an address in the address book, the address itself, its hosting provider and the name of its owner if it is
-- not the institution, for lists of withdrawals and rails and for the screening of what is sent there.
create or replace view destinations.address_label (id, label, address, vasp, beneficiary) as
  select id, label, address, vasp,
    case when beneficiary is not null then concat_ws(' ', nullif(beneficiary ->> 'given_names', ''), beneficiary ->> 'name') end
  from destinations.address;
grant select on destinations.address_label to specie_app;
