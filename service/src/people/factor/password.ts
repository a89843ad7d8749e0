import { hash, verify } from '@node-rs/argon2'
import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { limited } from '../../base/concurrency/limited.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { badRequest, unavailable } from '../../base/http/errors.ts'
import { masterKey } from '../../base/personal-data.ts'
import type { Person } from '../../directory/person.ts'
import { isCommon } from './common-passwords.ts'

// Argon2id with the parameters that OWASP recommends; the library runs it outside the event loop.

const atOnce = 2
/** They wait for about two seconds. */
const waiting = 100

/** Limits the hashing of passwords, which takes threads and memory from other work. */
const hashingOf = perProcess(() => limited(atOnce, waiting, () => unavailable('Too many people are signing in now.')))

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The person who has this password, or would have it. */
type Named = Pick<Person, 'side' | 'email'>

/**
 * The salt belongs to the name and not to the person. One hash is compared with the passwords of all people with that
 * name, at any institution, or with none. So every sign-in takes the same amount of work.
 */
const saltOf = (env: Env, { side, email }: Named): Buffer =>
  createHmac('sha256', masterKey(env)).update(`salt of ${side} ${email}`).digest().subarray(0, 16)

export const hashPassword = (env: Env, password: string, named: Named): Promise<string> =>
  hashingOf(env)(() => hash(password, { ...cost, salt: saltOf(env, named) }))

/** The stored hashes that match this password. */
export async function hashesOf(
  env: Env,
  password: string,
  named: Named,
  stored: readonly string[],
): Promise<readonly string[]> {
  const salt = `$${saltOf(env, named).toString('base64').replace(/=+$/, '')}$`
  const [ours, foreign] = [stored.filter((one) => one.includes(salt)), stored.filter((one) => !one.includes(salt))]
  // From an earlier version, or made under another PERSONAL_DATA_KEY.
  const right = await Promise.all(foreign.map((one) => hashingOf(env)(() => verify(one, password))))
  const known = foreign.filter((_, i) => right[i])
  if (ours.length === 0 && foreign.length > 0) return known
  const made = await hashPassword(env, password, named)
  return [...known, ...ours.filter((one) => isSame(one, made))]
}

const isSame = (a: string, b: string): boolean => {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

export async function storePassword(tx: Tx, personId: string, hashed: string, at: Date): Promise<void> {
  await tx.query(
    `insert into people.password (person_id, hash, updated_at) values ($1, $2, $3)
     on conflict (person_id) do update set hash = excluded.hash, updated_at = excluded.updated_at`,
    [personId, hashed, at],
  )
}

export async function passwordHashOf(sql: Sql, personId: string): Promise<string | null> {
  const [row] = await sql.query<{ hash: string }>('select hash from people.password where person_id = $1', [personId])
  return row?.hash ?? null
}

const shortest = 12
/** Characters that must remain without the person's own names. */
const ownShare = 8

/** Refuses passwords that are guessed first. Length decides: no rules about kinds of characters. */
export function assertGoodPassword(password: string, person: Pick<Person, 'name' | 'email'>): void {
  if (password.length < shortest)
    throw badRequest('password_short', `Choose a password of at least ${shortest} characters.`, 'password')
  if (isCommon(password))
    throw badRequest('password_common', 'Many people use this password. Choose another one.', 'password')
  const rest = ownWords(person).reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  if (rest.length < Math.min(ownShare, password.length))
    throw badRequest('password_own_name', 'Choose a password that does not consist of your name or email.', 'password')
}

/** Words of the name and the email that are long enough to matter, the longest first. */
const ownWords = ({ name, email }: Pick<Person, 'name' | 'email'>): string[] =>
  `${email} ${name}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
