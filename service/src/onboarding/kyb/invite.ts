import type { Channel } from '@specie/protocol/onboarding/kyb.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { createPerson } from '../../people/person/create.ts'
import { createLink, type NewLink } from '../../people/person/link.ts'
import { createInstitution, note } from './row.ts'

export type Invitation = { name: string; channel: Channel; admin: { email: string; name: string } }

/** Creates an institution with an empty case and its first administrator, who gets an invitation. */
export async function inviteInstitution(
  env: Env,
  tx: Tx,
  { name, channel, admin }: Invitation,
  by: By,
): Promise<{ institutionId: string; personId: string; link: NewLink }> {
  const institutionId = await createInstitution(env, tx, { name, channel }, by)
  const person = { side: 'institution', institutionId, ...admin, roles: ['admin'] } as const
  const personId = await createPerson(env, tx, person, by, 'admin_email')
  note(tx, by, 'kyb.invited', institutionId, { person: personId })
  return { institutionId, personId, link: await createLink(env, tx, personId, 'invitation') }
}
