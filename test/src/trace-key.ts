import { newStamp, stampSettings } from '@specie/service/base/database/trace-key.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Tx } from '@specie/service/base/database/db.ts'

/** The key that marks row versions in UAT. */
export const { traceKey } = readConfig({})

/** Lets this transaction write like the service, with its key. */
export async function stamped(tx: Tx, key: Uint8Array = traceKey!): Promise<void> {
  const { session, key: own } = newStamp(key)
  const values = [stampSettings.session, session, stampSettings.key, own]
  await tx.query('select set_config($1, $2, true), set_config($3, $4, true)', values)
}
