import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { Key } from '../api-key/keyring.ts'

// An optional rule of a key, in addition to the contract: the nonce is the time of signing. A signed call that was held
// back cannot be sent later, even if no other call has come since.

type Claimed = { readonly key: Key; readonly nonce: bigint }

export function isWithinWindow({ clock }: Pick<Env, 'clock'>, { key, nonce }: Claimed): boolean {
  const window = key.standing.nonceWindowMs
  return window === null || Math.abs(Number(nonce) - clock.wall()) <= window
}

export async function outsideWindow({ db, clock }: Pick<Env, 'db' | 'clock'>, claimed: Claimed): Promise<ApiError> {
  const { key, nonce } = claimed
  const window = key.standing.nonceWindowMs!
  const [use] = await db.query<{ last_nonce: bigint }>(
    'select last_nonce from institutions.key_use where key_id = $1',
    [key.id],
  )
  const difference = nonce - BigInt(clock.wall())
  const side = difference < 0n ? 'behind' : 'ahead of'
  const distance = difference < 0n ? -difference : difference
  return new ApiError(
    'invalid_nonce',
    {
      reason: 'stale_nonce',
      last_nonce: String(use!.last_nonce),
      difference_ms: String(difference),
      nonce_window_ms: window,
    },
    `The nonce lies ${distance} ms ${side} the time of the service, and this key takes ${window} ms at most: set the clock.`,
  )
}
