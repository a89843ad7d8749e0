-- Who moves it, why and when: the session says so first (state.set_actor), for the length of its transaction.
create or replace function state.set_actor(actor text, why text, at timestamptz) returns void language sql as $$
  select set_config('specie.actor', actor, true), set_config('specie.why', why, true),
         set_config('specie.at', at::text, true)
$$;
