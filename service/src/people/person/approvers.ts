import type { Sql } from '../../base/database/db.ts'
import type { Person } from '../../directory/person.ts'

/**
 * The people of an institution who can decide on requests now: not those who were only invited, and no administrator,
 * who could have invited the maker (people.decide_approval).
 */
export async function approversOf(sql: Sql, institutionId: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select p.id from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id = $1 and p.state = 'active'
     group by p.id having bool_or(r.role = 'approver') and not bool_or(r.role = 'admin')`,
    [institutionId],
  )
  return rows.map(({ id }) => id)
}

/** Names of active people. */
export type ActingPeople = { readonly traders: string[]; readonly approvers: string[] }

/** The people of an institution who can trade now, and those who can decide on requests (approversOf). */
export async function actingPeople(sql: Sql, institutionId: string): Promise<ActingPeople> {
  const approvers = await approversOf(sql, institutionId)
  const rows = await sql.query<{ id: string; name: string; trades: boolean }>(
    `select p.id, p.name, bool_or(r.role = 'trader') as trades
     from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id = $1 and p.state = 'active' group by p.id, p.name order by p.name, p.id`,
    [institutionId],
  )
  return {
    traders: rows.filter(({ trades }) => trades).map(({ name }) => name),
    approvers: rows.filter(({ id }) => approvers.includes(id)).map(({ name }) => name),
  }
}

/** The number of other people who can decide on requests of this person of an institution. */
export const countApprovers = async (sql: Sql, { id, institutionId }: Person): Promise<number> =>
  (await approversOf(sql, institutionId!)).filter((approver) => approver !== id).length
