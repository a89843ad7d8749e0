import type { Env } from '../../base/env.ts'
import { bookEntries } from './book-entries.ts'
import { openCase } from '../reconciliation/cases.ts'
import type { Expected } from '../wire/expected.ts'
import { lockOwnAccounts } from '../account/own-accounts.ts'

/**
 * Books wires that arrived before they were expected, because the next file may be a day away. Called by the products that
 * wait for such wires.
 */
export async function bookEarlyWires(env: Env, kind: Expected['kind']): Promise<void> {
  const early = await env.db.query(
    `select 1 from banking.expected e
     join banking.entry on booked_at is null and retracted_at is null and reported::text like '%' || reference || '%'
     where e.kind = $1 and e.owed and e.entry_id is null limit 1`,
    [kind],
  )
  if (early.length === 0) return
  const by = { actor: 'bank', why: 'an early wire', at: env.clock.now() }
  await env.db.tx(async (tx) => {
    const cases = await bookEntries(env, tx, await lockOwnAccounts(tx), by)
    for (const one of cases) await openCase(tx, one, by.at)
  })
}
