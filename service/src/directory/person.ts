import { machines } from '@specie/protocol/machines.ts'
import type { Role, Side } from '@specie/protocol/people/roles.ts'
import type { Sql } from '../base/database/db.ts'
import type { Stateful } from '../base/state-machine/move.ts'
import { personActor } from './actor.ts'

export const personMachine: Stateful = { machine: machines.person, table: 'directory.person' }

/** A person who can sign in. */
export type Person = {
  readonly id: string
  readonly side: Side
  /** Null: staff. */
  readonly institutionId: string | null
  readonly email: string
  readonly name: string
  readonly state: keyof typeof machines.person.states
  readonly roles: readonly Role[]
}

/** A person as the actor of changes and audit entries. */
export const actorOf = ({ id }: Pick<Person, 'id'>): string => personActor(id)

/** The columns of queries that show a person; the alias is p. */
export const personColumns = `p.id, p.side, p.institution_id as "institutionId", p.email, p.name, p.state,
  array(select r.role from directory.person_role r where r.person_id = p.id and not r.is_taken order by 1) as roles`

export async function findPerson(sql: Sql, id: string): Promise<Person | null> {
  const [row] = await sql.query<Person>(`select ${personColumns} from directory.person p where p.id = $1`, [id])
  return row ?? null
}

/** The person of this institution, or of the staff, with this sign-in name; a removed person cannot sign in. */
export async function findPersonByEmail(sql: Sql, institutionId: string | null, email: string): Promise<Person | null> {
  const [row] = await sql.query<Person>(
    `select ${personColumns} from directory.person p
     where p.email = lower($2) and p.institution_id is not distinct from $1 and p.state <> 'removed'`,
    [institutionId, email],
  )
  return row ?? null
}
