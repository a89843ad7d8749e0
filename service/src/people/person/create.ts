import type { Role, Side } from '@specie/protocol/people/roles.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { personMachine } from './row.ts'

export type NewPerson = {
  side: Side
  /** Null: staff. */
  institutionId: string | null
  email: string
  name: string
  roles: readonly Role[]
}

/** Creates a person who is invited: they can sign in once they have accepted (link.ts). Returns their id. */
export async function createPerson(env: Env, tx: Tx, person: NewPerson, by: By): Promise<string> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  await tx.query(
    `insert into people.person (id, side, institution_id, email, name, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7)`,
    [
      id,
      person.side,
      person.institutionId,
      person.email.toLowerCase(),
      person.name,
      personMachine.machine.initial,
      by.at,
    ],
  )
  await tx.query('select people.set_roles($1, $2)', [id, person.roles])
  audit(tx, { actor: by.actor, action: 'person.invited', subject: id, detail: { roles: [...person.roles] } })
  return id
}
