import type { ExchangeSteps } from '@specie/protocol/web-api/fields.ts'
import type { Sql } from '../../base/database/db.ts'

type Row = { provider: string; state: string; sent_at: Date | null; received_at: Date | null; accepted_at: Date | null }

/**
 * What an institution learns of the exchange about its transfer; null if its wallet has no provider. A contradiction, a
 * problem and what screening finds are for staff only.
 */
export async function clientSteps(sql: Sql, transferId: string): Promise<ExchangeSteps | null> {
  const [row] = await sql.query<Row>(
    `select x.vasp as provider, x.state, seen.* from compliance.exchange x cross join lateral (
       select min(at) filter (where to_state = 'sent') as sent_at,
         min(at) filter (where to_state = 'acknowledged') as received_at,
         min(at) filter (where to_state = 'approved' and x.state in ('approved', 'confirmed')) as accepted_at
       from state.step where machine = 'travel_rule' and subject = x.id) seen
     where x.subject_id = $1 and x.direction = 'out' and x.vasp is not null`,
    [transferId],
  )
  if (row === undefined) return null
  const { provider, state, sent_at, received_at, accepted_at } = row
  return {
    provider,
    is_waiting: isWaiting(state),
    sent_at: sent_at?.toISOString() ?? null,
    received_at: received_at?.toISOString() ?? null,
    accepted_at: accepted_at?.toISOString() ?? null,
  }
}

const isWaiting = (state: string): boolean => ['draft', 'sent', 'acknowledged', 'conflict'].includes(state)
