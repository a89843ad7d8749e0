import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl } from '../chains/story.ts'
import { type Client, sandbox } from '../client.ts'
import { activeRail, offRamp, onRamp } from './rails.ts'
import { type Random, countOf, drawnSeed, oneOf, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import {
  bankAgrees,
  coins,
  journalsExplained,
  nothingBroken,
  outsiderAgrees,
  paymentRows,
  providerAgrees,
  tale,
  walletsAgree,
} from './reconcile.ts'
import { calm, chains, type Workers, deaths, deck, dying, troubles } from './trouble.ts'

// Many payments in both directions, and an outside world and processes that fail at seeded moments. At the end each has
// happened once or was returned, and all books agree. Repeat a failure with SEED=….

const many = countOf('PAYMENTS', 300, 30)
/** A chain may lose a transaction until it is in a block: that is no payment of ours. */
const spare = 20
const seed = drawnSeed()
const pick: Random = seeded(seed)
const log: string[] = []

let uat: Uat
let crew: Workers
let acme: Client
/** Their keys have no holder here. */
const wallets = { ETH: `0x${randomBytes(20).toString('hex')}`, SOL: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g' }
const rails: { railid: string; isOn: boolean }[] = []

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,SOL' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins of others
  acme = await uat.onboard()
  for (const [blockchain, address] of Object.entries(wallets))
    await sandboxControl(uat, 'addresses', {
      institutionid: acme.institutionid,
      blockchain,
      address,
      label: blockchain,
    })
  for (const asset of coins) {
    for (const chain of chains) {
      rails.push({ railid: await activeRail(uat, acme, onRamp(asset, chain, chain)), isOn: true })
      rails.push({ railid: await activeRail(uat, acme, offRamp(asset, chain)), isOn: false })
    }
  }
  crew = { uat, worker: await uat.another({ SPECIE_ROLE: 'worker' }) }
})
afterAll(async () => {
  await crew?.worker.stop()
  await uat?.counterparts.stop()
  await uat?.devnet?.stop()
  await uat?.end()
})

/** Money over one of the rails, some of it to be returned; returns the number of payments. */
async function payments(): Promise<number> {
  const { railid, isOn } = oneOf(pick, rails)
  const count = 1 + pick(12)
  const wrong = isOn ? [{ sendername: 'Somebody Else Ltd' }, { amount: '0.5' }] : [{ amount: '0.5' }]
  const amount = `${1_000 + pick(9_000)}.${10 + pick(90)}`
  const ask = { railid, amount, count, ...(pick(6) === 0 ? oneOf(pick, wrong) : {}) }
  const { status, body } = await sandbox(uat.service.origin, 'payments', ask)
  log.push(`${isOn ? 'fiat' : 'coins'} ${JSON.stringify(ask)} ${status} ${body.message ?? ''}`)
  return status === 200 ? (body.arrivals ?? body.txids).length : 0
}

test(`${many} payments, seed ${seed}`, { timeout: 600_000 }, async () => {
  const trouble = deck(pick, troubles(pick))
  const victim = deck(pick, Object.keys(deaths))
  try {
    for (let made = 0; made < many + spare;) {
      await calm(crew) // payers of a test do not retry
      const target = made + 25
      while (made < target) made += await payments()
      for (let wrongs = 3; wrongs > 0; wrongs -= 1) log.push(await trouble()(crew))
      const who = victim()
      log.push(`${who} dies`)
      await dying(crew, pick, who)
    }
    await calm(crew)
    await ended()
    const all = await paymentRows(uat)
    expect(all.length).toBeGreaterThanOrEqual(many)
    await walletsAgree(uat, wallets)
    await bankAgrees(uat, all)
    await providerAgrees(uat, all)
    await outsiderAgrees(uat, all)
    await journalsExplained(uat, all)
    await nothingBroken(uat)
  } catch (error) {
    console.error(`seed ${seed}\n${log.join('\n')}`)
    throw error
  }
})

/** Time passes until all are completed or returned; a person lets the ones for review continue. */
async function ended(): Promise<void> {
  for (let hours = 0, quiet = 0; quiet < 3; hours += 1) {
    const open = (await paymentRows(uat)).filter(({ state }) => state !== 'completed' && state !== 'returned')
    if (hours === 60) throw new Error(`these never ended:\n${open.map(tale).join('\n')}`)
    for (const { id, stuck } of open) if (stuck !== null) await sandboxControl(uat, `payments/${id}/resume`)
    quiet = open.length === 0 ? quiet + 1 : 0 // a completed bank payment may still be returned
    await uat.pass(3_600)
  }
}
