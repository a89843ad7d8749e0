import type { Env } from '../../base/env.ts'
import type { ApiError } from '../../base/http/errors.ts'
import type { Key } from '../api-key/keyring.ts'
import { invalidNonce } from './admission.ts'
import { dayMs } from '../../base/clock.ts'

// The allowed distance of a nonce from our time. Never more than a day ahead: one mistake, such as a time in
// nanoseconds, would use up the key, because every later nonce must be higher. With a window, an optional rule of a key
// in addition to the contract, the nonce is the time of signing. A signed call that was held back cannot be sent later,
// even if no other call has come since.

type Claimed = { readonly key: Key; readonly nonce: bigint }

/** The database has the same limit (access.admit). */

export function isWithinWindow({ clock }: Pick<Env, 'clock'>, { key, nonce }: Claimed): boolean {
  const window = key.standing.nonceWindowMs
  const ahead = Number(nonce) - clock.wall()
  return ahead <= (window ?? dayMs) && (window === null || -ahead <= window)
}

export async function outsideWindow({ db, clock }: Pick<Env, 'db' | 'clock'>, claimed: Claimed): Promise<ApiError> {
  const { key, nonce } = claimed
  const window = key.standing.nonceWindowMs
  const [use] = await db.query<{ last_nonce: bigint }>('select last_nonce from access.key_use where key_id = $1', [
    key.id,
  ])
  const last = use!.last_nonce
  const now = BigInt(clock.wall())
  const details = { difference_ms: String(nonce - now), ...(window === null ? {} : { nonce_window_ms: window }) }
  if (nonce < now) {
    const message = `The nonce is ${now - nonce} ms behind the time of the service, and this key allows ${window} ms at most. Set the clock.`
    return invalidNonce('stale_nonce', last, details, message)
  }
  const [taker, most] = window === null ? ['a key', 'a day'] : ['this key', `${window} ms`]
  return invalidNonce(
    'nonce_ahead',
    last,
    { ...details, hint: hintOf(nonce, last, now) },
    `The nonce is ${nonce - now} ms ahead of the time of the service, and ${taker} allows ${most} at most. It was not used up.`,
  )
}

const highestNonce = 2n ** 64n - 1n

/** The caller's probable mistake, and the remedy. */
function hintOf(nonce: bigint, last: bigint, now: bigint): string {
  if (last > now + BigInt(dayMs)) return 'This key has used a nonce that is further ahead. Register another key.'
  if (nonce === highestNonce)
    return 'This is the highest possible nonce. No call could follow it, so the key would be used up.'
  for (const [unit, factor] of units) {
    if (isNear(nonce / factor, now)) return `This looks like UNIX time in ${unit}: send it in milliseconds.`
  }
  return 'Send UNIX time in milliseconds, and set the clock.'
}

const units = [
  ['microseconds', 1_000n],
  ['nanoseconds', 1_000_000n],
] as const

const isNear = (a: bigint, b: bigint): boolean => a - b < BigInt(dayMs) && b - a < BigInt(dayMs)
