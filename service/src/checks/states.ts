import type { machines } from '@specie/protocol/machines.ts'

/** The table of each machine's rows. Orders have no history. Their only step is in their row. */
const tableOf: { readonly [machine in Exclude<keyof typeof machines, 'order'>]: string } = {
  person: 'directory.person',
  approval: 'people.approval',
  kyb_case: 'onboarding.kyb_case',
  agreement: 'onboarding.agreement',
  api_key: 'access.api_key',
  withdrawal_address: 'destinations.address',
  wire: 'banking.wire',
  deposit: 'transfers.deposit',
  execution: 'trading.execution',
  mint: 'issuance.mint',
  redemption: 'issuance.redemption',
  conversion: 'issuance.conversion',
  withdrawal: 'transfers.withdrawal',
  payout: 'banking.payout',
  payment_rail: 'rails.rail',
  payment: 'rails.payment',
  hold: 'compliance.hold',
  travel_rule: 'compliance.exchange',
  case: 'compliance.case_file',
  rule: 'compliance.rule_version',
}

/** Rows whose state differs from the end of their history, and histories without a row. */
export const inconsistentStates = `
  with last as materialized (
    select distinct on (machine, subject) machine, subject, to_state from state.history order by machine, subject, id desc
  ), thing as materialized (
    ${Object.entries(tableOf)
      .map(([name, table]) => `select '${name}' as machine, '${table}' as tbl, id, state from ${table}`)
      .join(' union all ')}
  )
  select format('%s %s is %s, by its history %s', coalesce(tbl, last.machine), coalesce(thing.id, subject), coalesce(state, 'nowhere'),
    coalesce(to_state, 'nothing'))
  from thing full join last on (last.machine, last.subject) = (thing.machine, thing.id)
  where state is distinct from to_state`

/** Steps that are not in the table of their machine, or do not follow the previous one. A late hold keeps the state. */
export const invalidStepsAfter = (history: bigint): string => `
  select format('state.history %s: %s %s went from %s to %s', h.id, machine, subject, coalesce(from_state, 'nothing'), to_state)
  from state.history h
  cross join lateral (select to_state as before from state.history b
    where b.subject = h.subject and b.machine = h.machine and b.id < h.id order by b.id desc limit 1) was
  where h.committed > '${history}'::xid8 and (h.from_state is distinct from was.before
    or case when h.hold is not null then h.from_state <> h.to_state else not exists (select from state.transition t where (t.machine, t.from_state, t.to_state) = (h.machine, h.from_state, h.to_state)) end)`
