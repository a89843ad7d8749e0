import type { Role, Side } from '@specie/protocol/people/roles.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { personMachine } from '../../directory/person.ts'

export type NewPerson = {
  side: Side
  /** Null: staff. */
  institutionId: string | null
  email: string
  name: string
  roles: readonly Role[]
}

/**
 * Creates an invited person, who can sign in after accepting (link.ts). Returns their id. `emailField`: the call's name
 * for the email, for the answer when it is taken.
 */
export async function createPerson(env: Env, tx: Tx, person: NewPerson, by: By, emailField = 'email'): Promise<string> {
  const id = env.ids.uuid(by.at)
  await setActor(tx, by)
  // Not by the error of the unique index: the database would write the email into its log.
  const created = await tx.query(
    `insert into directory.person (id, side, institution_id, email, name, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $7) 
     on conflict (side, institution_id, email) where state <> 'removed' do nothing returning id`,
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
  const whose = person.side === 'staff' ? 'the staff' : 'the institution'
  if (created.length === 0) throw badRequest('email_taken', `Another person of ${whose} has this email.`, emailField)
  await tx.query('select people.set_roles($1, $2)', [id, person.roles])
  audit(tx, { actor: by.actor, action: 'person.invited', subject: id, detail: { roles: [...person.roles] } })
  return id
}
