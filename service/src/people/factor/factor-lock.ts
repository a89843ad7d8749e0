import type { Tx } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'

// A factor is verified before the session is opened. Removing the factor in between ends the existing sessions and
// would miss the new one. So both run under one lock: the person's row.

/** The factors shown, as found before the lock. */
export type ShownFactor = {
  readonly passkeyId?: string
  readonly passwordHash?: string
  /** Uses up the shown code; false when it is no longer valid. */
  readonly use?: (tx: Tx) => Promise<boolean>
}

/** Taken by every change of a person's factors or state, and by opening a session for them. */
export const lockPerson = (tx: Tx, personId: string): Promise<unknown> =>
  tx.query('select from directory.person where id = $1 for no key update', [personId])

/** Locks the person and throws unless they may sign in and still have the factors that they showed. */
export async function assertFactorsUnchanged(
  tx: Tx,
  personId: string,
  { passkeyId, passwordHash, use = async () => true }: ShownFactor,
): Promise<void> {
  await lockPerson(tx, personId)
  const [person] = await tx.query(
    `select from directory.person p where p.id = $1 and p.state = 'active'
       and ($2::uuid is null
         or exists (select from people.passkey k where k.id = $2 and k.person_id = p.id and k.removed_at is null))
       and ($3::text is null or exists (select from people.password w where w.person_id = p.id and w.hash = $3))`,
    [personId, passkeyId ?? null, passwordHash ?? null],
  )
  if (person === undefined || !(await use(tx))) throw new ApiError('sign_in_failed')
}
