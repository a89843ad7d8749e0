-- Marks what a hold lies on, and takes the mark off again; a hold that is moved from one thing to the next leaves no mark on
-- the first. Row first, then the lock that stopped_among shares: in this order everywhere.
create or replace function compliance.mark() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  kind record;
  thing record;
  marked uuid;
  stopped boolean;
begin
  foreach marked in array array_remove(array[case when tg_op = 'UPDATE' then nullif(old.subject_id, new.subject_id) end,
    new.subject_id], null)
  loop
    for kind in select * from (values
      ('issuance.mint', 'mint'), ('issuance.redemption', 'redemption'),
      ('transfers.withdrawal', 'withdrawal'), ('transfers.deposit', 'deposit'), ('banking.wire', 'wire'),
      ('rails.rail', 'payment_rail'), ('rails.payment', 'payment')) kinds (tab, machine)
    loop
      execute format('select state, on_hold, institution_id from %s where id = $1 for update', kind.tab)
        into thing using marked;
      continue when thing.state is null;
      perform pg_advisory_xact_lock(hashtextextended('hold ' || marked, 0));
      stopped := compliance.is_stopped(marked);
      continue when stopped = thing.on_hold;
      execute format('update %s set on_hold = $2, updated_at = greatest(updated_at, $3) where id = $1', kind.tab)
        using marked, stopped, new.updated_at;
      -- What can still be screened becomes `held` by itself, and what is `held` tells by its next state.
      continue when thing.state = 'held' or exists (select from state.transition t
        where t.machine = kind.machine and t.from_state = thing.state and t.event in ('screen', 'hold'));
      insert into state.history (machine, subject, from_state, to_state, actor, why, at, institution_id, hold)
        values (kind.machine, marked, thing.state, thing.state, 'compliance', 'hold', new.updated_at,
          thing.institution_id, case when stopped then 'placed' else 'ended' end);
    end loop;
  end loop;
  return new;
end $$;
create or replace trigger marks_new after insert on compliance.hold for each row execute function compliance.mark();
create or replace trigger marks after update of state, subject_id, concluded_at on compliance.hold for each row
  when ((old.state, old.subject_id, old.concluded_at) is distinct from (new.state, new.subject_id, new.concluded_at))
  execute function compliance.mark();
