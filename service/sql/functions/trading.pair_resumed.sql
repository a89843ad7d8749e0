-- A pair is halted by one person or by itself, and trades again when two people say so.
create or replace function trading.pair_resumed() returns trigger language plpgsql as $$
begin
  perform people.assert_approved('pair.resume', old.symbol);
  return new;
end $$;
