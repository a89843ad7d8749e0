import type { Sql, Tx } from '../../base/database/db.ts'

/** Ends one live session of this person, and those that it has opened; false when there is none with this id. */
export async function endSession(sql: Sql, personId: string, id: string, at: Date): Promise<boolean> {
  const ended = await sql.query(
    'update people.session set ended_at = $3 where id = $1 and person_id = $2 and ended_at is null returning id',
    [id, personId, at],
  )
  return ended.length > 0
}

/**
 * Ends every session and token of a person, except perhaps one, and devices that wait for a token; returns the number.
 */
export async function endSessions(tx: Tx, personId: string, at: Date, except: string | null = null): Promise<number> {
  await tx.query('delete from people.device where person_id = $1', [personId])
  const ended = await tx.query(
    `update people.session set ended_at = $2
     where person_id = $1 and ended_at is null and expires_at > $2 and id is distinct from $3 returning id`,
    [personId, at, except],
  )
  return ended.length
}

/** The factor that was removed or replaced. */
export type RemovedFactor = { readonly passkeyId: string } | 'password' | 'recovery'

/** A recovery code is shown with the password. A device without a confirming passkey may have come by either. */
const methodsOf = { password: ['password', 'recovery', 'device'], recovery: ['recovery'] } as const

/**
 * Ends the sessions and tokens opened with a factor, and devices confirmed in them. The session in which the factor is
 * removed stays: it has just shown a factor. Dependent sessions end too (people.end_dependent_sessions).
 */
export async function endSessionsBy(
  tx: Tx,
  personId: string,
  factor: RemovedFactor,
  { at, except }: { at: Date; except: string },
): Promise<void> {
  const passkey = typeof factor === 'string' ? null : factor.passkeyId
  const methods = typeof factor === 'string' ? methodsOf[factor] : []
  const openedBy = 'person_id = $1 and (passkey_id = $2 or passkey_id is null and method = any ($3::text[]))'
  await tx.query(`delete from people.device where confirmed_by in (select id from people.session where ${openedBy})`, [
    personId,
    passkey,
    methods,
  ])
  await tx.query(`update people.session set ended_at = $4 where ${openedBy} and ended_at is null and id <> $5`, [
    personId,
    passkey,
    methods,
    at,
    except,
  ])
}
