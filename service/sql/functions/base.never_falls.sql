-- What only grows stays what it is, and what has ended stays so; it binds the owner too. The argument names it.
create or replace function base.never_falls() returns trigger language plpgsql as $$
begin
  raise exception '% cannot be brought back', tg_argv[0] using errcode = 'insufficient_privilege';
end $$;
