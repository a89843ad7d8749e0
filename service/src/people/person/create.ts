import type { Role, Side } from '@specie/protocol/people/roles.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type ApiError, badRequest } from '../../base/http/errors.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { type Person, personMachine } from '../../directory/person.ts'

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
  // A taken email is noticed by the empty result. The error of a unique index would write the email into the log of the
  // database.
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
  if (created.length === 0) throw await emailTaken(tx, person, emailField)
  await tx.query('select people.set_roles($1, $2)', [id, person.roles])
  audit(tx, { actor: by.actor, action: 'person.invited', subject: id, detail: { roles: [...person.roles] } })
  return id
}

async function emailTaken(sql: Sql, { side, institutionId, email }: NewPerson, field: string): Promise<ApiError> {
  const [known] = await sql.query<Pick<Person, 'name' | 'state'>>(
    `select name, state from directory.person
     where side = $1 and institution_id is not distinct from $2 and email = $3 and state <> 'removed'`,
    [side, institutionId, email.toLowerCase()],
  )
  const { name = 'Another person', state } = known ?? {}
  const cure = 'Make a new link on the page of this person.'
  const message =
    state === 'invited' ? `${name} is invited with this email already. ${cure}` : `${name} has this email already.`
  return badRequest('email_taken', message, field)
}
