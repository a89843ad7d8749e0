import type { Sql, Tx } from '../base/database/db.ts'
import type { Usability } from './address/usable.ts'

/** What an institution has been cleared for: the same for its keys and its people. */
export type InstitutionStanding = { readonly kyb: string | null; readonly agreements: string[] }

/** Columns: the state of the KYB case, and the products whose agreement is active. */
export const clearance = (institution: string): string => `
  (select c.state from institutions.kyb_case c where c.institution_id = ${institution}) as kyb,
  array(select g.product from institutions.agreement g
    where g.institution_id = ${institution} and g.state = 'active') as agreements`

/** What the institution is cleared for at this moment. */
export async function standingOfInstitution(sql: Sql, institutionId: string): Promise<InstitutionStanding> {
  const [row] = await sql.query<InstitutionStanding>({
    name: 'institutions.standing',
    text: `select ${clearance('$1::uuid')}`,
    values: [institutionId],
  })
  return row!
}

/**
 * The states of a KYB case in which nothing leaves for the institution any more, whoever asked for it before: for now, or
 * for good.
 */
const stopping = { waits: ['suspended', 'review_overdue'], gone: ['offboarded'] } as const

/** SQL: whether money may leave for the institution with this id. */
export function institutionIs(usability: Usability, institution: string): string {
  const states = usability === 'usable' ? Object.values(stopping).flat() : stopping[usability]
  const found = `exists (select from institutions.kyb_case c where c.institution_id = ${institution}
    and c.state in (${states.map((state) => `'${state}'`).join(', ')}))`
  return usability === 'usable' ? `not ${found}` : found
}

/** The same for several, in the transaction that acts on it: suspending one waits for its end. */
export async function institutionsAre(tx: Tx, ids: readonly string[]): Promise<(id: string) => Usability> {
  const rows = await tx.query<{ institution_id: string; state: string }>(
    'select institution_id, state from institutions.kyb_case where institution_id = any($1::uuid[]) order by id for share',
    [ids],
  )
  const found = new Map(rows.map(({ institution_id, state }) => [institution_id, usabilityIn(state)]))
  return (id) => found.get(id) ?? 'usable'
}

function usabilityIn(state: string): Usability {
  const isOneOf = (states: readonly string[]) => states.includes(state)
  return isOneOf(stopping.gone) ? 'gone' : isOneOf(stopping.waits) ? 'waits' : 'usable'
}
