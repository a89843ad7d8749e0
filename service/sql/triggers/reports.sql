create or replace trigger append_only before update or delete or truncate on reports.outsourced_service
  for each statement execute function base.append_only();
