import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { Role } from '@specie/protocol/people/roles.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Person } from '../../directory/person.ts'

type Named = { readonly id: string; readonly name: string }
type Asked = { readonly kind: ApprovalKind; readonly institution_id: string | null; readonly maker: string | null }

/**
 * The people who can decide on a request now: not its maker, not those who were only invited, and no administrator of
 * an institution, who could have invited the maker (people.decide_approval).
 */
export const decidersOf = async (sql: Sql, { kind, institution_id, maker }: Asked): Promise<Named[]> =>
  (await activeWith(sql, institution_id, approvalKinds[kind].checkers)).filter(({ id }) => id !== maker)

const activeWith = (sql: Sql, institutionId: string | null, roles: readonly Role[]): Promise<Named[]> =>
  sql.query<Named>(
    `select p.id, p.name from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id is not distinct from $1::uuid and p.state = 'active'
     group by p.id having bool_or(r.role = any($2::text[])) and not ($1::uuid is not null and bool_or(r.role = 'admin'))
     order by p.name, p.id`,
    [institutionId, roles],
  )

/** The people of an institution who can decide on its requests now. */
export const approversOf = (sql: Sql, institutionId: string): Promise<Named[]> =>
  activeWith(sql, institutionId, ['approver'])

/** The number of other people who can decide on requests of this person of an institution. */
export const countApprovers = async (sql: Sql, { id, institutionId }: Person): Promise<number> =>
  (await approversOf(sql, institutionId!)).filter((approver) => approver.id !== id).length

/** Names of active people. */
export type ActingPeople = { readonly traders: string[]; readonly approvers: string[] }

/** The people of an institution who can trade now, and those who can decide on requests. */
export async function actingPeople(sql: Sql, institutionId: string): Promise<ActingPeople> {
  const traders = await sql.query<{ name: string }>(
    `select p.name from directory.person p join directory.person_role r on r.person_id = p.id and not r.is_taken
     where p.institution_id = $1 and p.state = 'active' and r.role = 'trader' order by p.name, p.id`,
    [institutionId],
  )
  const approvers = await approversOf(sql, institutionId)
  return { traders: traders.map(({ name }) => name), approvers: approvers.map(({ name }) => name) }
}
