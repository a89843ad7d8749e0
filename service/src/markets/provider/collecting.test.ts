import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { readCamt } from '@specie/payments/camt.ts'
import { type Counterparts, startCounterparts } from '@specie/test/programs/counterparts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, Provider } from '../../base/ports/provider.ts'
import { httpProvider } from './provider.ts'

let counterparts: Counterparts
let provider: Provider

beforeAll(async () => {
  counterparts = await startCounterparts()
  provider = httpProvider(counterparts.origin, 'specie', testProviderSecret)
  await clock('2026-03-31T08:00:00Z')
})
afterAll(() => counterparts.end())

async function control<T>(lever: string, request: object): Promise<T> {
  const response = await fetch(`${counterparts.origin}/${lever}`, { method: 'POST', body: JSON.stringify(request) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}
const clock = (settlement: string) => control('bank/control/clock', { settlement, speed: 0 })
const next = (next: string, seconds: number | null = null) => control('provider/control/next', { next, seconds })

const rail = { currency: 'CHF', name: 'Acme AG' } as const
const wire = { iban: 'CH0308998000010010010', reference: 'RF18539007547034' }

async function arrive(amount: string): Promise<string> {
  const { reference } = (await provider.openCollection('rail', rail)) as Collection
  const paid = { reference, currency: 'CHF', amount, payername: 'Acme AG' }
  return (await control<{ arrivals: { id: string }[] }>('provider/control/arrivals', paid)).arrivals[0]!.id
}

test('a collection is opened once per key; rejected, pending and unreachable are distinct outcomes', async () => {
  const opened = await provider.openCollection('rail', rail)
  expect(opened).toEqual({
    iban: expect.stringMatching(/^CH/),
    bic: 'UATBCHZZXXX',
    accountname: expect.stringContaining('Acme AG'),
    reference: expect.stringMatching(/^RF/),
    currency: 'CHF',
  })
  expect(await provider.openCollection('rail', rail)).toEqual(opened)
  await expect(provider.openCollection('rail', { ...rail, name: 'Else' })).rejects.toThrow(/409 .*other content/)
  await next('collection_rejected')
  expect(await provider.openCollection('refused', rail)).toEqual({ refused: expect.any(String) })
  await next('pending', 60)
  expect(await provider.openCollection('slow', rail)).toBeNull()
  await next('error')
  await expect(provider.openCollection('later', rail)).rejects.toThrow('answered 503')
})

test('an arrival is settled once, less the spread, even when the response is lost', async () => {
  const id = await arrive('1000.05')
  const arrivals = await provider.arrivals(0)
  expect(arrivals.at(-1)).toMatchObject({
    id,
    currency: 'CHF',
    amount: 1000_05n,
    payer: { name: 'Acme AG' },
  })
  expect(await provider.arrivals(arrivals.at(-1)!.number)).toEqual([])
  const quote = await provider.settlementQuote(id)
  expect(quote).toEqual({ net: 999_04n, spread: 1_01n })
  const request = { arrival: id, net: quote.net, ...wire }
  expect(await provider.settlement('s1')).toBeNull()
  await next('timeout_after_accept')
  await expect(provider.settle('s1', request)).rejects.toThrow('did not answer')
  expect(await provider.settlement('s1')).toEqual({ status: 'settled' })
  expect(await provider.settle('s1', request)).toEqual({ status: 'settled' })
  await expect(provider.settle('s1', { ...request, net: 1n })).rejects.toThrow('409')
  expect(await provider.settle('s2', request)).toEqual({
    status: 'rejected',
    reason: expect.stringContaining('was settled already'),
  })
  expect(await provider.returnArrival('r0', { arrival: id, reason: 'Too late.' })).toMatchObject({ status: 'rejected' })
})

test('an arrival that cannot be served is returned', async () => {
  const request = { arrival: await arrive('5'), reason: 'The rail is closed.' }
  expect(await provider.arrivalReturn('r1')).toBeNull()
  await next('pending', 0)
  expect(await provider.returnArrival('r1', request)).toEqual({ status: 'settled' })
  expect(await provider.arrivalReturn('r1')).toEqual({ status: 'settled' })
  await next('pending', 60)
  expect(await provider.returnArrival('r2', { ...request, arrival: await arrive('6') })).toEqual({ status: 'pending' })
})

test('a statement is available once its day is over', async () => {
  expect(await provider.statement('CHF', '2026-03-31')).toBeNull()
  await arrive('7.50')
  await clock('2026-04-01T00:00:00Z')
  const [statement] = readCamt((await provider.statement('CHF', '2026-03-31'))!)
  expect(statement).toMatchObject({ kind: 'camt.053', currency: 'CHF', closing: 7_50n })
  await expect(provider.statement('CHF', 'today')).rejects.toThrow('answered 400')
})
