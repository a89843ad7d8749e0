-- Whether something of this machine that is in this state is open: a hold could stop it (protocol/src/machines.ts, `isDone`).
-- Made by `npm run generate`; do not edit.
create or replace function state.is_open(machine text, state text) returns boolean
  language sql immutable as $$
  select case machine
    when 'person' then state <> all ('{removed}')
    when 'approval' then state <> all ('{approved,refused,expired,withdrawn}')
    when 'kyb_case' then state <> all ('{rejected,offboarded}')
    when 'agreement' then state <> all ('{expired,superseded,terminated}')
    when 'api_key' then state <> all ('{revoked}')
    when 'withdrawal_address' then state <> all ('{rejected,revoked}')
    when 'wire' then state <> all ('{credited,returned,frozen,recalled}')
    when 'deposit' then state <> all ('{credited,returned,frozen,orphaned}')
    when 'order' then state <> all ('{Filled,Rejected}')
    when 'execution' then state <> all ('{killed,settled,taken_over}')
    when 'mint' then state <> all ('{settled,rejected,canceled,failed}')
    when 'redemption' then state <> all ('{settled,rejected,failed}')
    when 'conversion' then state <> all ('{wired,rejected,canceled,expired}')
    when 'withdrawal' then state <> all ('{completed,rejected,canceled,failed}')
    when 'payout' then state <> all ('{rejected,returned}')
    when 'payment_rail' then state <> all ('{rejected,closed}')
    when 'payment' then state <> all ('{completed,returned,credited}')
    when 'travel_rule' then state <> all ('{confirmed,rejected,timed_out,canceled,not_required}')
    when 'case' then state <> all ('{closed,reported}')
    when 'rule' then state <> all ('{retired}')
    when 'hold' then state <> all ('{released,rejected,frozen}')
  end
$$;
