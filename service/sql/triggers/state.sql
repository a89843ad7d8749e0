create or replace trigger append_only before update or delete or truncate on state.history
  for each statement execute function base.append_only();
