import type { Payment } from '@specie/service/rails/payment/row.ts'
import { expect } from 'vitest'
import { coin } from '../chains/story.ts'
import { booked, brokenRails, type Coin, destinations, fiatOf, provider } from './rails.ts'
import type { Uat } from '../programs/uat.ts'

// The final reports of bank, provider and chains about all payments, against ours: none is lost, and none has happened twice.

export const coins = ['VCHF', 'VGBP'] as const

export const paymentRows = (uat: Uat): Promise<Payment[]> =>
  uat.database.app.query<Payment>('select * from rails.payment order by created_at, id')

/** For the analysis of a failure. */
export const tale = ({ id, state, source, reason, legs }: Payment): string =>
  [`${id} ${state} (${source}) ${reason ?? ''}`, ...legs.map((one) => `  ${Object.values(one).join(' ')}`)].join('\n')

const total = (rows: readonly { sent: bigint | null }[]): bigint => rows.reduce((sum, { sent }) => sum + sent!, 0n)
const isOnRamp = ({ blockchain }: Payment): boolean => blockchain === null
const isDone = ({ state }: Payment): boolean => state === 'completed'

/** Each wallet has exactly the coins of the completed on-ramps, and no request was minted twice. */
export async function walletsAgree(uat: Uat, wallets: Record<string, string>): Promise<void> {
  for (const [chain, wallet] of Object.entries(wallets)) {
    for (const asset of coins) {
      const { held, mints } = await coin(uat, asset, chain)
      const paid = await uat.database.app.query<Payment>(
        `select p.* from rails.payment p join rails.rail r on r.id = p.rail_id
         where p.state = 'completed' and p.sent_currency = $1 and r.blockchain = $2`,
        [asset, chain],
      )
      expect(await held(wallet), `${asset} on ${chain}`).toBe(total(paid))
      const requests = await mints()
      expect(requests.length, `${asset} on ${chain}`).toBe(new Set(requests).size)
    }
  }
}

/** Every completed off-ramp is one entry at the bank; a returned one was paid again. */
export async function bankAgrees(uat: Uat, payments: readonly Payment[]): Promise<void> {
  for (const asset of coins) {
    const fiat = fiatOf(asset)
    const paid = payments.filter((one) => !isOnRamp(one) && isDone(one) && one.sent_currency === fiat)
    const entries = await booked(uat, fiat)
    const out = entries.filter((one) => one.direction === 'debit' && one.counterparty.account === destinations[asset])
    const back = entries.filter((one) => one.direction === 'credit' && one.returnReason !== null)
    const sum = (all: typeof entries) => all.reduce((so, one) => so + one.amount, 0n)
    expect(sum(out) - sum(back), fiat).toBe(total(paid))
    expect(out.length - back.length, fiat).toBe(paid.length)
    const amountOf = new Map(out.map((one) => [one.bankref, one.amount]))
    expect(paid.filter((one) => amountOf.get(one.bankref!) !== one.sent).map(tale)).toEqual([])
    expect(new Set(paid.map((one) => one.bankref)).size).toBe(paid.length)
  }
}

type ProviderReport = { key: string; arrival: string; status: string; net?: string; spread?: string }

/** The provider has settled each completed on-ramp once, with our booked amount, and returned the others. */
export async function providerAgrees(uat: Uat, payments: readonly Payment[]): Promise<void> {
  const { arrivals, settlements, returns } = await provider(uat)
  const ours = new Map(payments.filter(isOnRamp).map((one) => [one.source.split('/')[1]!, one]))
  expect(arrivals.map(({ id }: { id: string }) => id).toSorted()).toEqual([...ours.keys()].toSorted())
  const done = (all: ProviderReport[]) => all.filter(({ status }) => status === 'settled').toSorted(byArrival)
  const byArrival = (a: ProviderReport, b: ProviderReport) => (a.arrival < b.arrival ? -1 : 1)
  const of = (state: string) =>
    [...ours].filter(([, one]) => one.state === state).toSorted(([a], [b]) => (a < b ? -1 : 1))
  expect(done(returns).map(({ arrival }) => arrival)).toEqual(of('returned').map(([id]) => id))
  const cents = (text: string) => BigInt(Math.round(Number(text) * 100))
  expect(done(settlements).map(({ arrival, net, spread }) => [arrival, cents(net!), cents(spread!)])).toEqual(
    of('completed').map(([id, { received, spread }]) => [id, received - spread, spread]),
  )
}

/** Coins sent over rails have left their sender, and returned ones are back. */
export async function outsiderAgrees(uat: Uat, payments: readonly Payment[]): Promise<void> {
  const came = Map.groupBy(
    payments.filter((one) => !isOnRamp(one)),
    ({ blockchain, received_currency, payer }) => `${blockchain} ${received_currency} ${payer!.account}`,
  )
  for (const [place, some] of came) {
    const [chain, asset, outsider] = place.split(' ') as [string, Coin, string]
    const [given] = await uat.database.app.query<{ amount: bigint }>(
      `select coalesce(sum(amount), 0) as amount from chains.operation where purpose = 'faucet' and state = 'final'
         and (chain, asset, recipient) = ($1, $2, $3)`,
      [chain, asset, outsider],
    )
    const kept = some.filter(({ state }) => state !== 'returned').reduce((sum, { received }) => sum + received, 0n)
    const { held } = await coin(uat, asset, chain)
    expect(given!.amount - (await held(outsider)), place).toBe(kept)
  }
}

/** The booked steps of a payment, by its key; `paid_out_2` is a second attempt at the bank. */
export async function journalsExplained(uat: Uat, payments: readonly Payment[]): Promise<void> {
  const rows = await uat.database.app.query<{ id: string; steps: string[] }>(
    `select split_part(key, ':', 2) as id, array_agg(split_part(key, ':', 3) order by journal.id) as steps
     from ledger.journal where starts_with(key, 'payment:') group by 1`,
  )
  const stepsOf = new Map(rows.map(({ id, steps }) => [id, steps.filter((step) => !/^paid_out_\d+$/.test(step))]))
  const due = (one: Payment): string[] => {
    if (!isDone(one)) return ['received', 'returned']
    return isOnRamp(one)
      ? ['received', 'spread', 'spread_kept', 'reserved', 'issued']
      : ['received', 'burned', 'paid_out']
  }
  const wrong = payments.filter((one) => String(stepsOf.get(one.id)) !== String(due(one)))
  expect(wrong.map((one) => `${tale(one)}\n  in the books: ${String(stepsOf.get(one.id))}`)).toEqual([])
  expect(stepsOf.size).toBe(payments.length)
}

/** L1 to L7, and no item for a person. */
export async function nothingBroken(uat: Uat): Promise<void> {
  expect(await brokenRails(uat)).toEqual([])
  const { app } = uat.database
  expect(await app.query('select * from compliance.switch')).toEqual([])
  expect(await app.query(`select * from banking.bank_case where kind = 'rail_payout' and closed_at is null`)).toEqual(
    [],
  )
}
