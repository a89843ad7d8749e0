import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
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
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { move, setActor } from '../../../base/state-machine/move.ts'
import { mintMachine } from '../row.ts'
import { advanceConversions } from './job.ts'
import { beginConversion } from './row.ts'

useConversionDesk()

/** A mint with this cost in centimes, paid in ether, as mintTokens makes it. */
async function mintOf(institutionId: string, cost: bigint): Promise<void> {
  const id = randomUUID()
  const by = { actor: 'test', why: 'asked for', at: desk.env.clock.now() }
  await desk.env.db.tx(async (tx) => {
    await setActor(tx, by)
    await tx.query(
      `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
         funding_currency, spent, max_spent, asked_settlement, state, created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', $3::numeric * 10000, 'issuance', '0x0', $3, 0, 'ETH', 1, null, $4, 'requested', $4, $4)`,
      [id, institutionId, cost, by.at],
    )
    await move(tx, mintMachine, id, 'fund', by)
    const funded = { id, institution_id: institutionId, asset: 'VCHF' as const, funding_currency: 'ETH' as const, cost }
    await beginConversion(desk.env, tx, funded)
  })
}

test('a provider that does not answer about some mints does not delay another’s paid mint', async () => {
  // The proceeds of bolt's ether are on the way.
  const bolt = await institution()
  const mint = await funding(bolt)
  await deposit(bolt, 'ETH', eth(15n))
  await run()
  await ends(mint)
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
  // One balance, enough for one of these mints, and a different amount for each: each needs a quote.
  const acme = await institution()
  await deposit(acme, 'ETH', eth(15n))
  for (let n = 0n; n < 8n; n += 1n) await mintOf(acme, 200_000n + n)
  await pass(24 * 60 - 1) // bolt's francs have arrived
  // A call without an answer takes ten seconds (markets/provider/client.ts); here it takes one.
  const quote = () => sleep(1_000).then(() => Promise.reject(new Error('the provider did not answer')))
  const running = advanceConversions.run({ ...desk.env, provider: { ...desk.env.provider!, quote } })
  await sleep(4_000)
  const { mint: state } = await stateOf(mint)
  await running
  expect((await stateOf(mint)).mint).toBe('funded') // at the end of the run
  expect(state).toBe('funded')
})
