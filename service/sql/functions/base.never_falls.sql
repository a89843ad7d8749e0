-- Refuses a write that lowers a counter or reopens an ended row. The argument names the value in the error. Binds the
-- owner too.
create or replace function base.never_falls() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be brought back', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
