import { hash, verify } from '@node-rs/argon2'
import type { Sql, Tx } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { Person } from '../person/row.ts'
import { isCommon } from './common-passwords.ts'

// Argon2id with the parameters that OWASP recommends; the library runs it outside the event loop.

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** The hash of a password that nobody knows: an unknown name takes the same work as a known one. */
const nobodysHash = '$argon2id$v=19$m=19456,t=2,p=1$aS9YHYLuvdsdyiyM9f/C3g$k3u6Zp5qIcfkvoMCzUpYKCHdL7w+axhAdLBJs9rHy0s'

/** `hashed` is null where there is no such person, or the person has no password. */
export async function isPassword(hashed: string | null, password: string): Promise<boolean> {
  const isRight = await verify(hashed ?? nobodysHash, password)
  return isRight && hashed !== null
}

export const hashPassword = (password: string): Promise<string> => hash(password, cost)

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
/** Characters that must be left when the person's own names are taken away. */
const ownShare = 8

/** Refuses what would be guessed first. Length is what counts: no rules about kinds of characters. */
export function assertGoodPassword(password: string, person: Pick<Person, 'name' | 'email'>): void {
  if (password.length < shortest)
    throw badRequest('password_short', `Choose a password of at least ${shortest} characters.`, 'password')
  if (isCommon(password))
    throw badRequest('password_common', 'Many people use this password: choose another one.', 'password')
  const rest = ownWords(person).reduce((text, word) => text.replaceAll(word, ''), password.toLowerCase())
  if (rest.length < Math.min(ownShare, password.length))
    throw badRequest('password_own_name', 'Choose a password that is not made of your name or email.', 'password')
}

/** Words of the name and the email that are long enough to matter, the longest first. */
const ownWords = ({ name, email }: Pick<Person, 'name' | 'email'>): string[] =>
  `${email} ${name}`
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length)
