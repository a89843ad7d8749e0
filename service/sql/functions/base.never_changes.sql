-- What identifies a item stays as it was first written: a wallet, an account number, a key, a reference. The columns are
-- listed with the versioned tables of each room (`fixed`). It binds the owner too.
create or replace function base.never_changes() returns trigger language plpgsql as $$
begin
  raise exception 'this column of %.% never changes', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'End this row and write a new one.';
end $$;
