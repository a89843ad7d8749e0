import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { hashOfToken } from '../session/session.ts'

// Ten codes for a person who has lost the authenticator app. Each has 80 random bits, so a plain hash is enough.

const count = 10
const codeBytes = 16
/** 32 characters without those that look alike. */
const alphabet = 'abcdefghijkmnpqrstuvwxyz23456789'

/** Replaces all codes of a person; they are shown once. */
export async function renewRecoveryCodes(env: Env, tx: Tx, personId: string): Promise<string[]> {
  const codes = Array.from({ length: count }, () => newCode(env))
  await tx.query('delete from people.recovery_code where person_id = $1', [personId])
  await tx.query('insert into people.recovery_code (person_id, hash) select $1, * from unnest($2::bytea[])', [
    personId,
    codes.map(recoveryHash),
  ])
  return codes
}

/** Uses up a code: false when it is wrong, or was used before. */
export async function useRecoveryCode(env: Env, sql: Sql, personId: string, code: string): Promise<boolean> {
  const used = await sql.query(
    `update people.recovery_code set used_at = $3 where person_id = $1 and hash = $2 and used_at is null
     returning person_id`,
    [personId, recoveryHash(code), env.clock.now()],
  )
  return used.length > 0
}

function newCode(env: Env): string {
  const letters = Array.from(env.ids.secret(codeBytes), (byte) => alphabet[byte % alphabet.length]).join('')
  return letters.replaceAll(/(.{4})(?=.)/g, '$1-')
}

/** Ignores the case, spaces and dashes of the typed code. */
export const recoveryHash = (code: string): Buffer => hashOfToken(code.toLowerCase().replaceAll(/[^a-z0-9]/g, ''))
