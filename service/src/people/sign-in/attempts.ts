import type { Env } from '../../base/env.ts'
import { audit } from '../../base/audit/audit.ts'
import { ApiError, rateLimited } from '../../base/http/errors.ts'
import { blockOf } from '../../base/http/per-address.ts'
import type { From } from '../session/session.ts'

// Failed attempts slow down the next one: after five the wait is a second, and doubles up to fifteen minutes. Attempts are
// counted before they are checked, so that many at once are not checked before the first one is counted.
//
// A stranger must not be able to lock a person out: failures are counted per name and address, and a browser in which the
// person has signed in before has a counter of its own, whatever others do at its address (known-browser.ts). Nothing else
// depends on who is known: counters tell nobody which names there are.

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

/** Of a browser that we do not know. */
export function strangerKeys(name: string, ip: string): AttemptKeys {
  const block = blockOf(ip)
  return { own: `account:${name}:${block}`, address: `address:${block}` }
}

/** Of a browser in which somebody with this name has signed in: what others do at its address does not count. */
export const browserKeys = (name: string, browserId: string): AttemptKeys => ({
  own: `browser:${browserId}:${name}`,
  address: null,
})

/**
 * Of a known browser that tries its name on people who have not signed in there. A success of those who have does not clear it:
 * whoever has an account with the name of somebody else guesses no faster.
 */
export const othersKeys = (name: string, ip: string): AttemptKeys => ({
  own: `others:${name}:${blockOf(ip)}`,
  address: null,
})

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

/** The same, without an answer: refused while it must wait. */
export const countQuietly = (env: Env, keys: AttemptKeys): Promise<'counted' | 'series' | 'refused'> =>
  countAttempt(env, keys).then(
    (isSeries) => (isSeries ? 'series' : 'counted'),
    (error: unknown) => {
      if (error instanceof ApiError && error.code === 'rate_limited') return 'refused'
      throw error
    },
  )

/**
 * Failures are told once for each series, so that a stranger cannot fill the log: by the people, where there are some with
 * this name, and the address. The answer is the same for known and unknown names.
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
