import { randomUUID } from 'node:crypto'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { httpBank } from '@specie/service/banking/http-bank.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import { pollBank } from '@specie/service/banking/file/poll.ts'
import { reserveSweeps } from '@specie/service/banking/payout/sweeps.ts'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { Collection } from '@specie/service/base/ports/provider.ts'
import { httpProvider } from '@specie/service/markets/provider/provider.ts'
import type { Payment } from '@specie/service/rails/payment/row.ts'
import { advancePayments } from '@specie/service/rails/processing/job.ts'
import { listPayments } from '@specie/service/rails/payment/list.ts'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { startCounterparts, type Counterparts } from '../programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { expectBooksToStand } from '../issuance.ts'
import { checkBank, checkRails, checkTreasury } from '../checks.ts'
import { newInstitution } from '../institution.ts'

// On-ramps with UAT's real bank and provider; tests write the chain's part (sender.ts).

export type OnRamp = { railid: string; institutionId: string; reference: string; wallet: string }

export type Ramps = Awaited<ReturnType<typeof openRamps>>

/** One outside world and one database for a file. After every test the books hold (L1 to L7). */
export function rampsForTests(take: (ramps: Ramps) => void): void {
  let ramps: Ramps
  beforeAll(async () => {
    ramps = await openRamps(await freshDatabase(), await startCounterparts())
    take(ramps)
  })
  afterEach(async () => {
    const { app } = ramps.database
    await expectBooksToStand(app)
    const rooms = [await checkBank(app), await checkRails(app), await checkTreasury(app)]
    expect(rooms.flat().filter((row) => !row.ok)).toEqual([])
  })
  afterAll(async () => {
    await ramps.counterparts.end()
    await ramps.database.drop()
  })
}

async function openRamps(database: TestDatabase, counterparts: Counterparts) {
  let now = Date.parse('2026-03-31T08:00:00Z')
  const { owner } = database
  await owner.query(
    `insert into chains.contract (chain, asset, address, created_at)
     values ('ETH', 'VCHF', '0xc0', now()), ('ETH', 'VGBP', '0xc1', now())`,
  )
  const env: Env = testEnv(database, {
    clock: { ...systemClock, settlement: () => new Date(now) },
    bank: httpBank(counterparts.origin, null),
    provider: httpProvider(counterparts.origin, 'specie', testProviderSecret),
    chains: new Map([['ETH', {} as Chain]]),
  })

  async function tell<T>(path: string, ask: object): Promise<T> {
    const response = await fetch(`${counterparts.origin}/${path}`, { method: 'POST', body: JSON.stringify(ask) })
    if (!response.ok) throw new Error(await response.text())
    return (await response.json()) as T
  }
  const setClock = () => tell('bank/control/clock', { settlement: new Date(now).toISOString(), speed: 0 })
  await setClock()

  const paymentOf = async (id: string): Promise<Payment> =>
    (await env.db.query<Payment>('select * from rails.payment where id = $1', [id]))[0]!

  return {
    env,
    database,
    counterparts,
    tell,
    /** With a commission of this number of basis points. */
    charging: (bps: number): Env => ({ ...env, config: readConfig({ FEES_BPS: `rail=${bps}` }) }),
    run: (over: Partial<Env> = {}): Promise<number> => advancePayments.run({ ...env, ...over }),
    /** Settlement time passes; the bank reports the movements meanwhile. */
    async pass(minutes: number): Promise<void> {
      now += minutes * 60_000
      await setClock()
      await pollBank.run(env)
    },
    /** The debt of client money to the reserve is paid, and booked by the bank. */
    async sweep(): Promise<void> {
      await reserveSweeps.run(env)
      await sendPayouts.run(env)
      await this.pass(1) // at once before the cut-off
    },
    misbehave: (next: string, count = 1) => tell('provider/control/next', { next, count }),
    rail: (over: Partial<RailAsk> = {}) => openRail(env, database, over),
    /** Money arrives for the rail, and is read; returns the payments. */
    async arrives(
      { reference, railid }: OnRamp,
      amount: string,
      over: { currency?: string; payername?: string; count?: number } = {},
    ): Promise<Payment[]> {
      await tell('provider/control/arrivals', { reference, currency: 'CHF', amount, payername: 'Acme Ltd', ...over })
      const known = await env.db.query<{ id: string }>('select id from rails.payment where rail_id = $1', [railid])
      await advancePayments.run(env)
      return env.db.query<Payment>(
        'select * from rails.payment where rail_id = $1 and not id = any($2) order by created_at, id',
        [railid, known.map((one) => one.id)],
      )
    },
    paymentOf,
    /** As its owner sees it. */
    shown: async (institutionId: string, paymentid: string) =>
      (await listPayments(env, institutionId, { paymentid })).payments[0]!,
    /** Its balance on its rail. */
    onRail: async (id: string) => {
      const [row] = await env.db.query<{ balance: bigint }>(
        `select sum(balance) as balance from ledger.account where name = 'rail' and owner = $1`,
        [id],
      )
      return row!.balance
    },
    casesOf: (paymentid: string) =>
      env.db.query<{ kind: string; problem: string }>(
        `select kind, detail ->> 'problem' as problem from banking.bank_case where detail ->> 'paymentid' = $1 and closed_at is null`,
        [paymentid],
      ),
    /** The provider's own report of its acts, by the key of the payment. */
    done: async (id: string, what: 'settlements' | 'returns') => {
      const response = await fetch(`${counterparts.origin}/provider/control/state`)
      const state = (await response.json()) as Record<typeof what, { key: string; status: string; why?: string }[]>
      return state[what].filter(({ key }) => key.includes(id))
    },
    ordersOf: (id: string) =>
      env.db.query<{ kind: string; amount: bigint; recipient: string; chain: string }>(
        `select kind, amount, recipient, chain from chains.operation where purpose = 'rail_mint' and subject = $1`,
        [id],
      ),
  }
}

type RailAsk = { asset: 'VCHF' | 'VGBP'; sender: string; memo: string | null; state: string }

/** An active rail with a collection at the provider, past the checks of its endpoint. */
async function openRail(env: Env, { owner }: TestDatabase, over: Partial<RailAsk>): Promise<OnRamp> {
  const { asset, sender, memo, state } = { asset: 'VCHF', sender: 'ACME AG', memo: null, state: 'active', ...over }
  const railid = randomUUID()
  const institutionId = await newInstitution(owner)
  const currency = asset === 'VCHF' ? 'CHF' : 'GBP'
  const opened = await env.provider!.openCollection(`rail:${railid}`, { currency, name: 'Acme' })
  const { reference } = opened as Collection
  const wallet = `0x${railid.replaceAll('-', '')}`
  await owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, memo, funding,
         state, created_at, updated_at)
       values ($1, $2, 'FiatToStablecoin', $3, $4, $5, 'ETH', $6, $7, $8, $9, now(), now())`,
      [
        railid,
        institutionId,
        JSON.stringify({ partyname: { name: sender }, address: { country: 'CH' }, partytype: 'company' }),
        asset,
        currency,
        wallet,
        memo,
        JSON.stringify(opened),
        state,
      ],
    )
  })
  return { railid, institutionId, reference, wallet }
}
