import { BadSetting } from './config.ts'
import type { Sql, Tx } from './database/db.ts'
import type { Env } from './env.ts'
import { open, seal } from './sealed.ts'

// Personal data is sealed with a key of its subject, a person or an institution, and that key with PERSONAL_DATA_KEY.
// Deleting the key erases the subject. All remaining data of it in this database becomes unreadable. Backups hold the
// key until they expire.

/** Seals and opens the data of one subject. `context` names the place, e.g. `document <id>`. */
export type SubjectKey = {
  seal(context: string, plain: Uint8Array): Buffer
  open(context: string, sealed: Uint8Array): Buffer
}

/** The key of this subject, made at its first use. */
export async function subjectKey(env: Env, tx: Tx, subject: string): Promise<SubjectKey> {
  const known = (await subjectKeys(env, tx, [subject])).get(subject)
  if (known) return known
  const fresh = seal(masterKey(env), contextOf(subject), env.ids.secret(32))
  await tx.query(
    'insert into base.data_key (subject, sealed_key, created_at) values ($1, $2, $3) on conflict do nothing',
    [subject, fresh, env.clock.now()],
  )
  return (await subjectKeys(env, tx, [subject])).get(subject)!
}

/** The keys of these subjects; erased ones are missing. */
export async function subjectKeys(env: Env, sql: Sql, subjects: readonly string[]): Promise<Map<string, SubjectKey>> {
  const rows = await sql.query<{ subject: string; sealed_key: Buffer }>(
    'select subject, sealed_key from base.data_key where subject = any($1::uuid[])',
    [subjects],
  )
  return new Map(
    rows.map(({ subject, sealed_key }) => {
      const key = unwrapped(env, subject, sealed_key)
      return [
        subject,
        {
          seal: (context, plain) => seal(key, context, plain),
          open: (context, sealed) => open(key, context, sealed),
        } satisfies SubjectKey,
      ]
    }),
  )
}

/** Erases these subjects for good. */
export async function eraseSubjects(tx: Tx, subjects: readonly string[]): Promise<void> {
  await tx.query('delete from base.data_key where subject = any($1::uuid[])', [subjects])
}

function unwrapped(env: Env, subject: string, sealedKey: Buffer): Buffer {
  try {
    return open(masterKey(env), contextOf(subject), sealedKey)
  } catch (error) {
    throw new Error(
      `the ${contextOf(subject)} cannot be opened: PERSONAL_DATA_KEY is another one, or the stored key was changed`,
      {
        cause: error,
      },
    )
  }
}

const contextOf = (subject: string): string => `data key of ${subject}`

export function masterKey({ config }: Env): Buffer {
  if (config.personalDataKey !== null) return config.personalDataKey
  throw new BadSetting(
    'PERSONAL_DATA_KEY is not set: personal data cannot be stored. Set it to 32 random bytes as base64.',
  )
}
