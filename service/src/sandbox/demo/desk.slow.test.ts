import { once } from 'node:events'
import { drawnSeed, sampleOf, seeded } from '@specie/test/seeded-random.ts'
import { holdings, inventory } from '@specie/test/inventory.ts'
import type { RunningService } from '@specie/test/programs/service.ts'
import { startUat, type Uat } from '@specie/test/programs/uat.ts'
import { check } from '@specie/test/checks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { house } from '../../ledger/house.ts'
import { withConstants } from '@specie/test/programs/constants.ts'

// Killed repeatedly while it funds the desk, and then run by two processes at once: every holder gets every item once.

let uat: Uat
const others: RunningService[] = []

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE' })
})
afterAll(async () => {
  await Promise.all(others.map((service) => service.stop()))
  await uat.end()
})

const funding = { LIQUIDITY: 'both', DESK_FUNDING: 'on' }
/** The parts of each of the three, except Bitcoin. */
const parts = 8

/** Another process funds the desk and is killed. */
async function dies(settings: Record<string, string>): Promise<void> {
  const ended = await uat.another({ ...funding, ...settings }).then(
    async ({ process }) => process.signalCode ?? (await once(process, 'exit'))[1],
    (error: Error) => /ended with SIGKILL/.exec(error.message)?.[0].slice(-7) ?? error.message,
  )
  expect(ended).toBe('SIGKILL')
}

const count = async (states: string[]) => {
  const [row] = await uat.database.app.query<{ n: bigint }>(
    `select count(*) as n from work.intent where effect = 'uat.desk' and state = any($1)
       and key not like '%BTC'`,
    [states],
  )
  return Number(row!.n)
}

const faults = ['intent.sent:after', 'intent.settled:before', 'intent.marked:after'] as const
/** Without a bank it dies at a deposit. */
const crashes = [{}, { BANK_URL: '' }].flatMap((bank) => faults.map((fault) => ({ fault, bank })))
const seed = drawnSeed()

test(`wires and deposits were in transit when the process died (seed ${seed})`, { timeout: 600_000 }, async () => {
  // An item that was sent a moment ago is left alone: the next process dies at the next item.
  for (const death of sampleOf(seeded(seed), crashes, ({ fault }) => fault))
    await dies({ ...death.bank, ...withConstants({ fault: death.fault }) })
  expect(await count(['sent', 'settled'])).toBeGreaterThan(1)

  others.push(...(await Promise.all([uat.another(funding), uat.another(funding)])))
  await expect.poll(() => count(['settled']), { timeout: 120_000, interval: 500 }).toBe(parts * 3)
  await uat.pass(3 * 3600)
  const venues = await uat.database.app.query<{ institution_id: string }>('select institution_id from trading.venue')
  expect(await holdings(uat, house)).toEqual(inventory.house)
  for (const venue of venues) expect(await holdings(uat, venue.institution_id)).toEqual(inventory.venue)
  const [known] = await uat.database.app.query(
    `select count(*) as n from directory.institution where name like 'Liquidity provider %'`,
  )
  expect([venues.length, known]).toEqual([2, { n: 2n }])
  expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])
})
