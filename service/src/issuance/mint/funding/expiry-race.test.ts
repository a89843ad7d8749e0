import { setTimeout as sleep } from 'node:timers/promises'
import {
  cancel,
  deposit,
  desk,
  ends,
  eth,
  funding,
  institution,
  pass,
  run,
  stateOf,
  useConversionDesk,
  worth,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { refreshRates } from '../../../markets/rate/refresh.ts'
import { intentOf } from './row.ts'

useConversionDesk()

/** Its ether is with the provider, and its price is above the institution's ceiling. */
async function tooDear(): Promise<{ acme: string; mint: string }> {
  const acme = await institution()
  const mint = await funding(acme, 'ETH', 1_015n * 10n ** 15n)
  await deposit(acme, 'ETH', eth(15n))
  await run()
  return { acme, mint }
}

test('canceling a mint while it expires does not return a database error', async () => {
  const [first, second] = [await tooDear(), await tooDear()]
  await worth('ETH', 1_960)
  await refreshRates.run(desk.env)
  await ends(first.mint)
  await ends(second.mint)
  await run()
  expect(await stateOf(second.mint)).toMatchObject({ mint: 'funding', conversion: 'converting' })
  await pass(24 * 60)
  // The job has both conversions, and is slow with the first.
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const busy = desk.database.owner.tx(async (tx) => {
    await tx.query('select from work.intent where key = $1 for update', [intentOf(first.mint)])
    await released
  })
  await sleep(50)
  const expiring = run().then(
    () => 'ran',
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
  await sleep(200)
  const canceling = cancel(second.acme, second.mint).then(
    ({ status }) => status,
    (error: Error & { code?: string }) => error.code ?? error.message,
  )
  await sleep(200)
  release()
  await busy
  // It was canceled, or it had expired before.
  expect(await canceling).toMatch(/^(canceled|not_cancelable)$/)
  expect(await expiring).toBe('ran')
})

test('a cancellation waits for the lock of the conversion before it locks the mint', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
  const { owner } = desk.database
  const canceling = await owner.tx(async (tx) => {
    await tx.query('select from issuance.conversion where id = $1 for update', [mint])
    const canceled = cancel(acme, mint)
    await expect.poll(async () => (await owner.query(waiting)).length).toBe(1)
    // The other order would deadlock with a job that locks the conversion first.
    await tx.query('select from issuance.mint where id = $1 for update nowait', [mint])
    return { canceled }
  })
  expect(await canceling.canceled).toMatchObject({ status: 'canceled' })
})
