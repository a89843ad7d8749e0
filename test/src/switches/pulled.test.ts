import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { halted } from '@specie/service/base/http/database-errors.ts'
import type { Env } from '@specie/service/base/env.ts'
import { sendPayouts } from '@specie/service/banking/payout/send.ts'
import { pulledNow, pullSwitch } from '@specie/service/compliance/switch/row.ts'
import { registerBankAccount } from '@specie/service/destinations/bank-account/register.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { redeemTokens } from '@specie/service/issuance/redemption/request.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { withdraw } from '@specie/service/transfers/withdrawal/request.ts'
import { storeBankAccounts } from '@specie/service/banking/account/own-accounts.ts'
import { scriptedBank, type ScriptedBank } from '../banking/scripted-bank.ts'
import { newInstitution } from '../institution.ts'
import { type Desk, deskForEachTest, funded, landed, million, mint, threeHours, topUp } from '../issuance.ts'
import { agree } from '../people.ts'
import { signedByHand } from '../sender.ts'
import { order } from '../trading.ts'

// Each switch stops its effect in the transaction of the effect, also for what was accepted before, and the item
// continues once two people have lifted it.

let desk: Desk
let env: Env
let bank: ScriptedBank
let acme: string
deskForEachTest(async (fresh) => {
  desk = fresh
  bank = scriptedBank()
  env = { ...desk.env, bank }
  await topUp(env, 'CHF', 10n * million)
  await storeBankAccounts(env, await bank.accounts())
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('truncate compliance.switch, transfers.withdrawal')
  })
})
beforeEach(async () => {
  acme = await funded(env, { CHF: 10n * million })
})

const officer = () => ({ actor: 'officer', why: 'a stolen key', at: env.clock.now() })
const pull = (what: string) => env.db.tx((tx) => pullSwitch(tx, what, officer()))
const lift = (what: string) => agree(env, 'switch.lift', { what })

/** The switch that refuses a request, as its caller learns it; null if none does. */
const switchOf = (request: Promise<unknown>): Promise<unknown> =>
  request.then(
    () => null,
    (error: Error & { constraint?: string; detail?: string; details?: { what?: string } }) =>
      error.constraint === 'halted' ? halted(error.detail!).details['what'] : (error.details?.what ?? error.message),
  )

describe('minting', () => {
  test.each(['mint:VCHF', 'mint:VCHF:ETH'])(
    '%s: nothing new is accepted, and what is accepted is not signed',
    async (what) => {
      const { requestid } = await mint(env, acme)
      await pull(what)
      expect(await switchOf(mint(env, acme))).toBe(what)
      await expect(signedByHand(env.db, 'mint', requestid)).rejects.toThrow(/cannot be signed/)
      await lift(what)
      await landed(env, 'mint', requestid)
      await advanceMints.run(env)
      desk.pass(threeHours)
      await advanceMints.run(env)
      expect(await switchOf(mint(env, acme))).toBeNull()
    },
  )

  test('of another coin or chain continues', async () => {
    for (const what of ['mint:VGBP', 'mint:VCHF:SOL']) await pull(what)
    const { requestid } = await mint(env, acme)
    await signedByHand(env.db, 'mint', requestid)
  })
})

describe('redemptions', () => {
  const redeem = async () => {
    const request = { asset: 'VCHF', blockchain: 'ETH', quantity: '100000' }
    return (await redeemTokens(env, { institutionId: acme, actor: 'key' }, request)).answer
  }

  test.each(['redeem', 'redeem:VCHF', 'redeem:VCHF:ETH'])(
    '%s: nothing new is accepted, and nothing is burned',
    async (what) => {
      const { requestid: minted } = await mint(env, acme)
      await landed(env, 'mint', minted)
      await advanceMints.run(env)
      desk.pass(threeHours)
      await advanceMints.run(env)
      const { requestid } = await redeem()
      await pull(what)
      expect(await switchOf(redeem())).toBe(what)
      await expect(signedByHand(env.db, 'redemption', requestid)).rejects.toThrow(/cannot be signed/)
      await lift(what)
      await signedByHand(env.db, 'redemption', requestid)
    },
  )
})

describe('withdrawals', () => {
  const pay = async () =>
    (await withdraw(env, { institutionId: acme, actor: 'key' }, { asset: 'CHF', quantity: '100', destination: 'main' }))
      .answer
  const paid = () => [...bank.orders.values()].flatMap(({ payments }) => payments).length

  beforeEach(async () => {
    const account = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme' } as const
    await registerBankAccount(
      env,
      { institutionId: acme, ...account, accept: false },
      { actor: 'test', why: 'because' },
    )
  })

  test.each(['withdraw', 'withdraw:CHF'])(
    '%s: nothing new is accepted, and nothing is ordered at the bank',
    async (what) => {
      await pay()
      await advanceWithdrawals.run(env)
      await pull(what)
      expect(await switchOf(pay())).toBe(what)
      await sendPayouts.run(env)
      expect(paid()).toBe(0)
      const [{ id }] = (await env.db.query<{ id: string }>(
        `select id from banking.payout where state = 'prepared'`,
      )) as [{ id: string }]
      await expect(
        desk.database.owner.query(`update banking.payout set state = 'batched' where id = $1`, [id]),
      ).rejects.toThrow(/switched off/)
      await lift(what)
      await sendPayouts.run(env)
      expect(paid()).toBe(1)
    },
  )

  test('an order of payouts that has begun ends before the switch is pulled', async () => {
    const { withdrawalid } = await pay()
    await advanceWithdrawals.run(env)
    let pulled = false
    let pulling: Promise<unknown> = Promise.resolve()
    await env.db.tx(async (tx) => {
      const stopped = await tx.query('select compliance.stopped_among(array[$1::uuid])', [withdrawalid])
      expect(stopped).toEqual([])
      pulling = pull('withdraw').then(() => (pulled = true))
      await waitingForLock()
      expect(pulled).toBe(false)
    })
    await pulling
    const stopped = await env.db.query('select compliance.stopped_among(array[$1::uuid])', [withdrawalid])
    expect(stopped).toHaveLength(1)
  })

  async function waitingForLock(): Promise<void> {
    for (;;) {
      const [row] = await desk.database.owner.query<{ waiting: boolean }>(
        `select exists (select from pg_locks where locktype = 'advisory' and not granted) as waiting`,
      )
      if (row!.waiting) return
    }
  }
})

describe('the whole API', () => {
  test('refuses new requests of every kind; what is accepted continues', async () => {
    const { requestid } = await mint(env, acme)
    await pull('api')
    const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '1', price: '1' }
    for (const request of [
      () => mint(env, acme, { clreqid: randomUUID() }),
      () => withdraw(env, { institutionId: acme, actor: 'key' }, { asset: 'CHF', quantity: '1', destination: 'main' }),
      () => order(env, acme, fields),
    ])
      expect(await switchOf(request())).toMatch(/^api$|bank account/i)
    await landed(env, 'mint', requestid)
    await lift('api')
    expect(await switchOf(mint(env, acme))).toBeNull()
  })
})

test('onboarding: no new institution', async () => {
  await pull('onboarding')
  expect(await switchOf(newInstitution(env.db))).toBe('onboarding')
  await lift('onboarding')
  expect(await switchOf(newInstitution(env.db))).toBeNull()
})

describe('one person', () => {
  test('cannot lift a switch, nor change or delete it', async () => {
    await pull('withdraw')
    const write = (sql: string) => env.db.query(sql)
    await expect(
      write(`update compliance.switch set lifted_at = now(), lifted_by = 'eve' where what = 'withdraw'`),
    ).rejects.toThrow(/needs the approval of a second person/)
    for (const sql of [
      `update compliance.switch set what = 'onramp' where what = 'withdraw'`,
      'delete from compliance.switch',
    ])
      await expect(write(sql)).rejects.toThrow(/permission denied/)
    expect(await pulledNow(env.db)).toMatchObject([{ what: 'withdraw', reason: 'a stolen key', actor: 'officer' }])
  })

  test('pulls a switch once; the first reason stays', async () => {
    expect([await pull('redeem'), await pull('redeem')]).toEqual([true, false])
    expect(await pulledNow(env.db)).toHaveLength(1)
  })

  test('cannot pull one that does not exist', async () => {
    for (const what of ['mint:CHF', 'withdraw:CHF:ETH', 'pair:VCHF/CHF', 'nothing'])
      await expect(pull(what)).rejects.toThrow(/no such switch/)
  })
})
