import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { keyOf } from './row.ts'
import type { OwnerFilter } from '../../directory/institutions.ts'

/**
 * Sets the allowed distance of the key's nonces from our time; null: unlimited. Takes effect in every process with its
 * commit.
 */
export async function setNonceWindow(
  env: Env,
  tx: Tx,
  whose: OwnerFilter,
  id: string,
  window: number | null,
  by: By,
): Promise<void> {
  const key = await keyOf(tx, whose, id)
  const [use] = await tx.query<{ last_nonce: bigint }>('select last_nonce from access.key_use where key_id = $1', [
    key.id,
  ])
  if (window !== null && use!.last_nonce > BigInt(env.clock.wall() + window))
    throw badRequest(
      'nonce_ahead',
      'This key has used a nonce beyond such a window, so none of its calls could pass. Register another key.',
      'nonce_window_ms',
    )
  await tx.query('update access.api_key set nonce_window_ms = $2 where id = $1', [key.id, window])
  audit(tx, {
    actor: by.actor,
    action: 'key.nonce_window',
    subject: key.id,
    detail: { institutionid: key.institution_id, nonce_window_ms: String(window ?? 'off'), ...by.from },
  })
}
