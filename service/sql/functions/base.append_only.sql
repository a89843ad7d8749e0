-- Refuses updates and deletes: for tables that keep history. Binds the owner too.
create or replace function base.append_only() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'Write a new row that corrects the old one.';
end $$;
