import { lotOf, type WireState } from './row.ts'

const statesIn = (lot: 'pending' | 'held'): string =>
  (Object.keys(lotOf) as WireState[])
    .filter((state) => lotOf[state] === lot)
    .map((state) => `'${state}'`)
    .join(', ')

const keptIn = `case when state in (${statesIn('pending')}) then 'pending' when state in (${statesIn('held')}) then 'held' end`

/** Wires with the details that reviewers of a hold see (compliance/held-items.ts: HoldDetails). */
export const wireDetails = {
  columns: `id, institution_id, state, created_at, currency as asset, amount, null::numeric as fee, null as fee_asset,
    null as blockchain, sender_account as destination, null as destination_label, array_remove(array[sender_name], null) as parties,
    array[]::text[] as countries,
    case when ${keptIn} is not null then amount end as kept, currency as kept_asset, ${keptIn} as kept_in`,
  from: `banking.wire`,
}
