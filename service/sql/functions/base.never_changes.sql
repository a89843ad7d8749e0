-- Identifying columns keep their first value: a wallet, an account number, a key, a reference. Each room lists them
-- with its versioned tables (`fixed`). Binds the owner too.
create or replace function base.never_changes() returns trigger language plpgsql as $$
begin
  raise exception 'this column of %.% never changes', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'End this row and write a new one.';
end $$;
