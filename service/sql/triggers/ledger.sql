create or replace trigger append_only before delete or truncate on ledger.account
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on ledger.entry
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on ledger.journal
  for each statement execute function base.append_only();
