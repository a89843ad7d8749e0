import { createHash } from 'node:crypto'
import type { Env } from '../../base/env.ts'
import { audit } from '../../base/audit/audit.ts'
import { rateLimited } from '../../base/http/errors.ts'
import { blockOf } from '../../base/http/per-address.ts'
import type { From } from '../session/session.ts'

// Failed attempts slow down the next one: after five the wait is a second, and doubles up to fifteen minutes. Attempts are
// counted before they are checked, so that many at once are not checked before the first one is counted.
//
// A stranger must not be able to lock a person out: failures are counted per name and address, and an address from which
// this person has signed in before is not slowed down by what others did from there.

const free = 5
const longestSeconds = 900

/** Failures are forgotten a day after the last one. */
const forgottenAfterMs = 24 * 3_600_000

export type AttemptKeys = {
  /** Cleared by a success. */
  readonly own: string
  /** Counts everybody at this address. A success takes back only itself: an attacker must not clear it with an own account. */
  readonly address: string | null
}

/** `isFamiliar`: this person has signed in from this address lately. Unknown names are counted as known ones are. */
export function passwordKeys(email: string, ip: string, isFamiliar: boolean): AttemptKeys {
  const block = blockOf(ip)
  const name = createHash('sha256').update(email, 'utf8').digest('base64url')
  return { own: `account:${name}:${block}`, address: isFamiliar ? null : `address:${block}` }
}

/**
 * Of people who are signed in already: nobody else can use up their attempts. Each purpose is counted by itself: anybody can
 * begin a device and find it, and would clear the count of wrong passwords with it.
 */
export const personKeys = (personId: string, purpose: 'step_up' | 'device'): AttemptKeys => ({
  own: `${purpose}:${personId}`,
  address: null,
})

const keysOf = ({ own, address }: AttemptKeys): string[] => (address === null ? [own] : [own, address])

/**
 * Counts an attempt; refuses it while it must wait. Call `succeeded` when it was a success. True for the one from which on
 * others must wait: once for each series of failures.
 */
export async function countAttempt(env: Env, keys: AttemptKeys): Promise<boolean> {
  const at = env.clock.now()
  const named = keysOf(keys).toSorted()
  return env.db.tx(async (tx) => {
    const counted = await tx.query<{ failures: number }>(
      // While nobody must wait, next_at is no time of ours: clocks of processes differ, and attempts overtake each other.
      `insert into people.attempt as known (key, failures, next_at, updated_at)
       select key, 1, '-infinity', $2 from unnest($1::text[]) key
       on conflict (key) do update set updated_at = $2,
         failures = case when known.updated_at < $3 then 1 else known.failures + 1 end,
         next_at = case when known.updated_at < $3 or known.failures + 1 < $4 then '-infinity'
           else $2 + interval '1 second' * least($5, power(2, least(known.failures + 1 - $4, 30))) end
       where known.next_at <= $2 returning failures`,
      [named, at, new Date(at.getTime() - forgottenAfterMs), free, longestSeconds],
    )
    if (counted.length === named.length) return counted.some(({ failures }) => failures === free)
    const [row] = await tx.query<{ until: Date }>(
      'select max(next_at) as until from people.attempt where key = any ($1)',
      [named],
    )
    // Thrown, so that nothing is counted: an attempt that was not checked is no failure.
    throw rateLimited(Math.max(1, row!.until.getTime() - at.getTime()), 'Too many failed attempts.')
  })
}

/**
 * Failures are told once for each series, so that a stranger cannot fill the log: by the person, where there is one with this
 * name, and the address. The answer is the same for known and unknown names.
 */
export const noteFailures = (env: Env, personId: string | null, { ip }: Pick<From, 'ip'>): Promise<void> =>
  env.db.tx((tx) => {
    const subject = personId ?? `address ${blockOf(ip)}`
    audit(tx, { actor: 'stranger', action: 'sign_in.failing', subject, detail: { ip, failures: String(free) } })
  })

export async function succeeded(env: Env, { own, address }: AttemptKeys): Promise<void> {
  const at = env.clock.now()
  await env.db.query('delete from people.attempt where key = $1 or updated_at < $2', [
    own,
    new Date(at.getTime() - forgottenAfterMs),
  ])
  if (address === null) return
  const takeBack = `update people.attempt set failures = greatest(failures - 1, 0), next_at = '-infinity' where key = $1`
  await env.db.query(takeBack, [address])
}
