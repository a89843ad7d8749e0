create or replace trigger append_only before update or delete or truncate on audit.entry
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on audit.seal
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on audit.shape
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on audit.signature
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on audit.version
  for each statement execute function base.append_only();

create or replace trigger append_only before update or delete or truncate on audit.marked_from
  for each statement execute function base.append_only();
