import type { Env } from '../../base/env.ts'
import { audit } from '../../base/audit/audit.ts'
import { ApiError, rateLimited } from '../../base/http/errors.ts'
import { blockOf } from '../../base/http/per-address.ts'
import type { From } from '../session/session.ts'
import { dayMs } from '../../base/clock.ts'

// Failed attempts slow down the next one. After five the wait is a second, and doubles up to fifteen minutes. Attempts
// are counted before they are checked, so that many concurrent ones are not checked before the first is counted.
//
// A stranger must not be able to lock a person out. Failures are counted per name and address, and a browser in which
// the person has signed in before has its own counter, independent of others at its address (known-browser.ts).
// Counters do not depend on whether a name exists, so they reveal no names.

const free = 5
const longestSeconds = 900

/** Failures are forgotten a day after the last one. */
const forgottenAfterMs = dayMs

export type AttemptKeys = {
  /** Cleared by a success. */
  readonly own: string
  /**
   * Counts all users at this address. A success removes only its own attempt from the count. An attacker must not clear
   * it with an own account.
   */
  readonly address: string | null
}

/** For an unknown browser. */
export function strangerKeys(name: string, ip: string): AttemptKeys {
  const block = blockOf(ip)
  return { own: `account:${name}:${block}`, address: `address:${block}` }
}

/** For a browser in which a person with this name has signed in: attempts of others at its address do not count. */
export const browserKeys = (name: string, browserId: string): AttemptKeys => ({
  own: `browser:${browserId}:${name}`,
  address: null,
})

/**
 * For a known browser that tries its name on people who have not signed in there. A success of people who have signed in
 * there does not clear this count, because an account with the same name must not speed up guessing.
 */
export const foreignBrowserKeys = (name: string, ip: string): AttemptKeys => ({
  own: `others:${name}:${blockOf(ip)}`,
  address: null,
})

/**
 * For signed-in people: others cannot use up their attempts. Each purpose has its own count; otherwise beginning and
 * finding a device would clear the count of wrong passwords.
 */
export const personKeys = (personId: string, purpose: 'step_up' | 'device'): AttemptKeys => ({
  own: `${purpose}:${personId}`,
  address: null,
})

const keysOf = ({ own, address }: AttemptKeys): string[] => (address === null ? [own] : [own, address])

/**
 * Counts an attempt; refuses it during the wait. Call `succeeded` after a success. Returns true for the first attempt
 * of a series after which others must wait.
 */
export async function countAttempt(env: Env, keys: AttemptKeys): Promise<boolean> {
  const at = env.clock.now()
  const named = keysOf(keys).toSorted()
  return env.db.tx(async (tx) => {
    const counted = await tx.query<{ failures: number }>(
      // Without a wait, next_at is not our own time: clocks of processes differ, and attempts overtake each other.
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
    // Thrown as an error, so that the attempt is not counted. An unchecked attempt is no failure.
    throw rateLimited(Math.max(1, row!.until.getTime() - at.getTime()), 'Too many failed attempts.')
  })
}

/** The same, without an answer: refused during the wait. */
export const tryCountAttempt = (env: Env, keys: AttemptKeys): Promise<'counted' | 'series' | 'refused'> =>
  countAttempt(env, keys).then(
    (isSeries) => (isSeries ? 'series' : 'counted'),
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'rate_limited') return 'refused'
      throw error
    },
  )

/**
 * Logs failures once per series, so that a stranger cannot fill the log: by person, where people with this name exist,
 * and by address. The answer is the same for known and unknown names.
 */
export const noteFailures = (env: Env, people: readonly string[], { ip }: Pick<From, 'ip'>): Promise<void> =>
  env.db.tx((tx) => {
    const subjects = people.length > 0 ? people : [`address ${blockOf(ip)}`]
    for (const subject of subjects)
      audit(tx, { actor: 'stranger', action: 'sign_in.failing', subject, detail: { ip, failures: String(free) } })
  })

/** An attempt that could not be checked is no failure. */
export async function takeBack(env: Env, keys: AttemptKeys): Promise<void> {
  const takenBack = `update people.attempt set failures = greatest(failures - 1, 0), next_at = '-infinity' where key = any ($1)`
  await env.db.query(takenBack, [keysOf(keys)])
}

export async function succeeded(env: Env, { own, address }: AttemptKeys): Promise<void> {
  const at = env.clock.now()
  await env.db.query('delete from people.attempt where key = $1 or updated_at < $2', [
    own,
    new Date(at.getTime() - forgottenAfterMs),
  ])
  if (address !== null) await takeBack(env, { own: address, address: null })
}
