import { machines } from '@specie/protocol/machines.ts'
import { publicStates } from '@specie/protocol/endpoints/transfers.ts'
import type { Call, Scenario } from '@specie/service/sandbox/scenario/scenario.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl, until } from '../chains/story.ts'
import { drawnSeed, sampleOf, seeded } from '../seeded-random.ts'
import { type Client, get } from '../client.ts'
import {
  activeRail,
  addRail,
  brokenRails,
  feed,
  offRamp,
  onRamp,
  pay,
  paymentsOf,
  railBecomes,
  railOf,
} from './rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// Every state of a rail and of a payment, reached as `/sandbox/v1/scenarios` describes: each row is followed literally.

let uat: Uat
let acme: Client
let rows: Scenario[]
/** The values of the braces in a row. */
const filled: Record<string, string> = { 'whitelisted wallet': 'vault', code: 'BASE' }
/** Active rails from the start. Chain faults are used where no other rail is; `spare` is itself changed. */
const active = { on: '', off: '', base: '', spare: '' }
/** Undecided holds, each with the rail of its subject. */
const holds: { holdid: string; railid: string; payment: string | null }[] = []

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins of others
  acme = await uat.onboard()
  const { institutionid } = acme
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  for (const [blockchain, label] of Object.entries({ ETH: 'vault', BASE: 'base' }))
    await sandboxControl(uat, 'addresses', { institutionid, blockchain, address, label })
  filled['institutionid'] = institutionid
  for (const name of ['on', 'spare'] as const) active[name] = await activeRail(uat, acme, anOnRamp)
  active.base = await activeRail(uat, acme, onRamp('VCHF', 'BASE', 'base'))
  active.off = await activeRail(uat, acme, offRamp('VCHF', 'ETH'))
  rows = (await get(`${uat.service.origin}/sandbox/v1/scenarios`)).body.scenarios
})
afterAll(() => uat?.end())

const anOnRamp = onRamp('VCHF', 'ETH', 'vault')

/** Makes the call of a row, with the values of its braces. */
async function does({ path, body = {} }: Call, change: object = {}): Promise<any> {
  const fill = (text: string) => text.replaceAll(/\{([a-z ]+)\}/g, (_, name: string) => filled[name]!)
  const ask = { ...JSON.parse(fill(JSON.stringify(body))), ...change }
  return path.endsWith('/addPaymentRail') ? added(ask) : sandboxControl(uat, fill(nameOf(path)), ask)
}

const nameOf = (path: string): string => path.slice('/sandbox/v1/'.length)

/** The id of a rail in any state. */
async function added(rail: object): Promise<string> {
  const { status, body } = await addRail(uat, acme, rail)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.railid
}

/** Adds the row to an error. */
const walk = async (all: readonly Scenario[], step: (row: Scenario) => Promise<void>): Promise<void> => {
  for (const row of all)
    await step(row).catch((error: Error) => {
      error.message = `${row.wanted} (${JSON.stringify(row.how)}): ${error.message}`
      throw error
    })
}

test('each row of rails is followed, and every state is seen', async () => {
  const seen = new Set<string>()
  await walk(
    rows.filter((row) => row.of === 'payment_rail'),
    async ({ how, state }) => {
      const rail = await railBecomes(uat, acme, await railFor(how as Call), state ?? 'active')
      seen.add(rail.status)
      expect(rail.hold === null).toBe(rail.status !== 'held')
      expect(rail.reason === null).toBe(rail.status !== 'rejected')
      expect(rail.fundinginstructions === null).toBe(rail.status !== 'active')
      if (rail.status === 'pending') await uat.pass(600)
    },
  )
  expect([...seen].toSorted()).toEqual(publicStates(machines.payment_rail).toSorted())
})

/** Follows the row; returns its rail. */
async function railFor(call: Call): Promise<string> {
  const { path } = call
  if (path.endsWith('/addPaymentRail')) return does(call)
  if (path.includes('/rails/')) {
    filled['railid'] = active.spare
    await does(call)
    return active.spare
  }
  if (path.includes('{holdid}')) {
    const { holdid, railid } = holds.pop()!
    filled['holdid'] = holdid
    await does(call)
    return railid
  }
  if (holdsOne(call)) {
    filled['railid'] = await activeRail(uat, acme, anOnRamp)
    await does(call)
    return filled['railid']
  }
  const { holdid } = await does(call) // applies to the next rail
  const railid = await added(anOnRamp)
  if (holdid !== undefined) holds.push({ holdid, railid, payment: null })
  return railid
}

/** A hold on an open operation. */
const holdsOne = ({ path, body }: Call): boolean =>
  path.endsWith('/holds') && /\{(railid|paymentid)\}/.test(JSON.stringify(body))

const seed = drawnSeed()
const pick = seeded(seed)

test(`each row of payments is followed, and every state is seen (seed ${seed})`, async () => {
  holds.length = 0
  const seen = new Set<string>()
  await walk(
    rows.filter((row) => row.of === 'payment'),
    async ({ how, state }) => {
      if (typeof how === 'string') return void seen.add(await special(state!))
      // A sample takes one direction where there are two.
      for (const direction of sampleOf(pick, directionsOf(how), () => 'direction')) {
        const { railid, payment } = await paymentFor(how, direction, state)
        const found = await comes(railid, payment, state ?? 'completed')
        seen.add(found.status)
        filled['paymentid'] = found.paymentid
        expect(found.hold === null).toBe(found.status !== 'held')
        const isSerious = ['rejected', 'returned', 'failed', 'credited'].includes(found.status)
        // After the bank's cut-off a payout names its payment day: the hour of a row depends on the rows before it.
        const isQuiet = found.reason === null || found.reason.startsWith('The bank pays it on ')
        expect(isQuiet, JSON.stringify(found)).toBe(!isSerious)
        if (how.path.endsWith('/holds')) holds.push({ holdid: filled['holdid']!, railid, payment: found.paymentid })
      }
      await after[nameOf(how.path)]?.()
    },
  )
  expect([...seen].toSorted()).toEqual(publicStates(machines.payment).toSorted())
})

type Direction = 'on' | 'off' | 'base'

/** The rails of a row: fiat arrives over the one, coins over the other. */
function directionsOf({ path, body }: Call): Direction[] {
  const says = (word: string) => JSON.stringify(body).includes(word)
  if (path.includes('/chains/')) return ['base']
  if (says('{paymentid}')) return ['on']
  if (says('sendername') || says('currency') || path.endsWith('provider')) return ['on']
  if (says('asset') || says('blockchain') || path.endsWith('bank')) return ['off']
  return path.includes('{') && !path.includes('{railid}') ? ['on'] : ['on', 'off']
}

/** Follows the row, and sends money; null: the payment is not known yet. */
async function paymentFor(call: Call, direction: Direction, state: string | null) {
  const { path } = call
  const railid = active[direction]
  filled['railid'] = railid
  if (path.includes('{holdid}')) {
    const hold = holds.pop()!
    filled['holdid'] = hold.holdid
    await does(call)
    return hold
  }
  if (path.endsWith('/credit')) {
    await does(call)
    return { railid: active.off, payment: filled['paymentid']! }
  }
  if (path.includes('{paymentid}')) {
    await sandboxControl(uat, 'chains/BASE/stall') // it would be completed at once
    await does(call)
    return { railid: active.base, payment: filled['paymentid']! }
  }
  known = new Set((await paymentsOf(uat, acme, railid)).map((one) => one.paymentid))
  if (holdsOne(call)) {
    await sandboxControl(uat, 'counterparts/provider', { next: 'pending', seconds: 3_600 })
    await pay(uat, railid, '1000')
    filled['paymentid'] = (await comes(railid, null, 'converting')).paymentid
  }
  const answer = await does(call)
  filled['holdid'] = answer.holdid
  if (holdsOne(call)) return { railid, payment: filled['paymentid']! }
  // A payment that cannot be served is on its way back.
  const more = state === 'rejected' ? { sendername: 'Somebody Else Ltd' } : {}
  if (!path.endsWith('/payments')) await pay(uat, railid, '1000', more)
  return { railid, payment: null }
}

let known = new Set<string>()

/** A payment, or the new one on its rail, once in this state. */
async function comes(railid: string, payment: string | null, status: string): Promise<any> {
  for (let tries = 0; ; tries += 1) {
    const all = await paymentsOf(uat, acme, railid)
    const found = all.find(({ paymentid }) => (payment === null ? !known.has(paymentid) : paymentid === payment))
    if (found?.status === status) return found
    if (tries === 60) throw new Error(`never ${status}: ${JSON.stringify(found)}`)
    await uat.pass(tries < 4 ? 1 : tries < 8 ? 900 : 3_600)
  }
}

/** Ends all faults. */
const after: Record<string, () => Promise<unknown>> = {
  'chains/{code}/stall': async () => {
    await sandboxControl(uat, 'chains/BASE/resume')
    await comes(active.base, null, 'completed')
  },
  'payments/{paymentid}/resume': async () => {
    await sandboxControl(uat, 'chains/BASE/resume')
    await comes(active.base, filled['paymentid']!, 'completed')
  },
  'counterparts/bank': async () => {
    await sandboxControl(uat, 'counterparts/bank', { sweeps: 'normal' })
    await sandboxControl(uat, 'counterparts/bank', { payments: 'normal' })
  },
  'rails/{railid}/suspend': async () => {
    for (const railid of [active.on, active.off])
      if ((await railOf(uat, acme, railid)).status === 'suspended') await sandboxControl(uat, `rails/${railid}/resume`)
  },
}

/** Short-lived states. */
async function special(state: string): Promise<string> {
  const { on } = active
  known = new Set((await paymentsOf(uat, acme, on)).map((one) => one.paymentid))
  if (state === 'received') {
    // Screening waits for the list, which is being replaced.
    return uat.database.owner.tx(async (tx) => {
      await tx.query('lock table compliance.list_entry in access exclusive mode')
      await pay(uat, on, '1000')
      const look = async () => (await paymentsOf(uat, acme, on)).find((one) => !known.has(one.paymentid))
      return (await until(look, (found) => found !== undefined)).status
    })
  }
  if (state === 'pending') {
    await pay(uat, on, '1000')
    const { paymentid } = await comes(on, null, 'completed')
    const result = (await feed(uat, acme)).filter((one) => one.id === paymentid).map((one) => one.told)
    expect(result).toContain('payment pending')
    return state
  }
  throw new Error(`nothing is known about ${state}`)
}

test('all agree at the end', async () => {
  for (let hours = 0; ; hours += 6) {
    const open = await uat.database.app.query<{ id: string; stuck: string | null }>(
      `select id, stuck from rails.payment where state not in ('completed', 'returned', 'credited', 'held') and not on_hold`,
    )
    if (open.length === 0) break
    // Banks may be closed from a Thursday evening until a Tuesday morning.
    expect(hours, JSON.stringify(open)).toBeLessThan(150)
    for (const { id, stuck } of open) if (stuck !== null) await sandboxControl(uat, `payments/${id}/resume`)
    await uat.pass(6 * 3_600)
  }
  expect(await brokenRails(uat)).toEqual([])
})
