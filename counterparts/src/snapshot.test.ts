import { cpSync, readdirSync, rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBank, type Bank } from './bank/bank.ts'
import type { Wire } from './bank/events.ts'
import { receiveWire } from './bank/wires.ts'
import { openVenue, type Ask } from './liquidity/venue.ts'
import { openProvider } from './provider/provider.ts'
import type { Outbound } from './vasp/state.ts'
import { openVasp } from './vasp/vasp.ts'

// Each simulator restored from a snapshot and the rest of the log equals the one restored from the whole log.

let root: string
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'specie-outside-'))
})
afterAll(() => rm(root, { recursive: true, force: true }))
const fail = (error: Error) => {
  throw error
}
const seldom = 1_000_000

async function open(folder: string, every: number) {
  const bank = await openBank(folder, every, fail)
  const provider = await openProvider(folder, bank, every, fail)
  const venue = await openVenue(folder, 'alpha', provider, every, fail)
  const vasp = await openVasp(folder, bank, every, fail)
  return {
    bank,
    provider,
    venue,
    vasp,
    states: () => structuredClone({ bank: bank.state, provider: provider.state, venue: venue.state, vasp: vasp.state }),
    close: async () => {
      await vasp.stop()
      await venue.stop()
      await provider.stop()
      await bank.stop()
    },
  }
}

const wire = (n: number): Wire => ({
  account: null,
  currency: n % 2 === 0 ? 'CHF' : 'GBP',
  amount: BigInt(100 + n),
  sender: { name: 'Acme AG', account: null },
  reference: `invoice ${n}`,
  creditorAccount: null,
  endToEndId: `WIRE-${n}`,
  recall: n % 9 === 0,
  reason: null,
  seconds: null,
})

const take = (bank: Bank, n: number) => bank.record(receiveWire(bank.state, wire(n), bank.now()))
const ask = (n: number): Ask => ({
  symbol: 'VCHF/CHF',
  side: 'Buy',
  quoteid: `q${n}`,
  qty: '10',
  price: '1',
  amount: '10',
})

const asked = (n: number): Outbound => ({
  id: `o${n}`,
  vasp: 'UAT VASP Approve',
  url: 'http://127.0.0.1:1/x',
  token: `t${n}`,
  decision: null,
})

test('from a snapshot and from the whole log: the same bank, provider, venue and VASP', async () => {
  const folder = await mkdtemp(join(root, 'life-'))
  const outside = await open(folder, 25)
  const { bank, provider, venue, vasp } = outside
  // Time stands still, so that nothing falls due while the copies are compared.
  await bank.record({ type: 'clock', settlement: '2026-03-31T10:00:00.000Z', speed: 0 })
  for (let n = 0; n < 80; n += 1) {
    await take(bank, n)
    await provider.record({ type: 'rate', symbol: 'ETH/CHF', price: String(2_900 + n), frozen: n % 2 === 0 })
    await venue.record({ type: 'taken', id: `x${n}`, ask: ask(n), answer: { status: 'filled' }, uses: [] })
    await vasp.record({ type: 'inquired', exchange: asked(n), deliveries: [] })
    if (n % 5 === 0) await venue.record({ type: 'burnt', id: `b${n}` })
  }
  await bank.catchUp()
  await venue.record({ type: 'asked', next: 'late', count: 2, seconds: 1 })
  const before = outside.states()
  const texts = await Promise.all(bank.state.files.map((file) => bank.text(file)))
  expect(texts.length).toBeGreaterThan(1)
  const [killed, bare] = [join(root, 'killed'), join(root, 'bare')]
  for (const copy of [killed, bare]) cpSync(folder, copy, { recursive: true })
  await outside.close()
  expect(readdirSync(killed).filter((name) => name.endsWith('.snapshot'))).toHaveLength(8)

  const again = await open(killed, seldom)
  expect(again.states()).toEqual(before)
  // Files from before the snapshot are served unchanged.
  expect(await Promise.all(again.bank.state.files.map((file) => again.bank.text(file)))).toEqual(texts)
  await again.close()

  // The bank's log is complete: without any snapshot it gives the same.
  for (const name of readdirSync(bare)) if (!/^bank\.log(\.\d+)?$/.test(name)) rmSync(join(bare, name))
  const whole = await openBank(bare, seldom, fail)
  expect(structuredClone(whole.state)).toEqual(before.bank)
  await whole.stop()
})
