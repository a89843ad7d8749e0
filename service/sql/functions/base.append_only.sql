-- History is kept, not edited: put this trigger on any table that only grows. It binds the owner too.
create or replace function base.append_only() returns trigger language plpgsql as $$
begin
  raise exception '%.% is append-only', tg_table_schema, tg_table_name
    using errcode = 'insufficient_privilege', hint = 'Write a new row that corrects the old one.';
end $$;
create or replace trigger append_only before update or delete or truncate on ledger.journal
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on ledger.entry
  for each statement execute function base.append_only();
create or replace trigger append_only before delete or truncate on ledger.account
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on state.history
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on audit.entry
  for each statement execute function base.append_only();
create or replace trigger append_only before delete or truncate on trading.client_order
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on trading.conversion
  for each statement execute function base.append_only();
create or replace trigger append_only before delete or truncate on issuance.conversion_leg
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on transfers.statement
  for each statement execute function base.append_only();
create or replace trigger append_only before update or truncate on trading.quote
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on audit.shape
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on audit.version
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on audit.seal
  for each statement execute function base.append_only();
create or replace trigger append_only before update or delete or truncate on audit.signature
  for each statement execute function base.append_only();
