import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import type { Provider } from '@specie/service/base/ports/provider.ts'
import { skipCooling, whitelistAddress } from '@specie/service/institutions/address/whitelist.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { expireApprovals } from '@specie/service/people/approval/expire.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { verifyAudit } from '../checks.ts'
import { equip } from '../chains/chain-rows.ts'
import { type Client, onboard, sandbox } from '../client.ts'
import { expectBooksToStand, topUp } from '../issuance.ts'
import { approve, decide, decideHold, member, staff } from '../people.ts'
import { post } from '../post.ts'
import { type AddressDesk, callAs, startAddressDesk } from './address-desk.ts'

// Payments above the amount that an institution has chosen wait for a second person of it.

let desk: AddressDesk
let env: Env
let acme: Client
let admin: Session
let approver: Session

beforeAll(async () => {
  const quote: Provider['quote'] = async ({ bought }) => ({ sold: (bought * 9n) / 8n, spread: 0n, at: new Date() })
  desk = await startAddressDesk({ provider: { name: 'otc', quote } as Provider })
  env = desk.env
  await equip(env.db, 'ETH', 10)
  await desk.database.owner.query(
    `insert into markets.rate (symbol, units, decimals, source, at, received_at) values ('GBP/CHF', 1125, 3, 'test', now(), now())
     on conflict do nothing`,
  )
  await topUp(env, 'CHF', 1_000_000_000n)
})
beforeEach(async () => {
  acme = await onboard(desk.origin)
  admin = await member(env, acme.institutionid, 'admin')
  approver = await member(env, acme.institutionid, 'approver')
  const { institutionid } = acme
  await credited('CHF', 100_000_000n, account('client', 'bank', 'CHF'))
  await credited('VCHF', 1_000_000_000n, account('client', 'omnibus', 'ETH', 'VCHF'))
  await sandbox(desk.origin, 'bankaccounts', {
    institutionid,
    label: 'main',
    currency: 'CHF',
    identifier: 'CH93 0076 2011 6238 5295 7',
    name: 'Acme Treasury AG',
  })
  const by = { actor: 'test', why: 'a test needs it' }
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const wallet = {
    institutionId: institutionid,
    blockchain: 'ETH' as const,
    address,
    label: 'vault',
    memo: null,
    vasp: null,
  }
  await skipCooling(env, await whitelistAddress(env, wallet, by), by)
})
afterAll(async () => {
  await expectBooksToStand(desk.database.app)
  await desk.stop()
})

async function credited(asset: 'CHF' | 'VCHF', amount: bigint, from: ReturnType<typeof account>): Promise<void> {
  const to = account('client', 'available', acme.institutionid, asset)
  const kind = asset === 'CHF' ? ('wire_credited' as const) : ('mint_settled' as const)
  await post(env, { key: `fund:${randomUUID()}`, kind, lines: [debit(from, amount), credit(to, amount)] })
}

const call = (by: Session, path: string, body?: object) => callAs(desk.origin, by, path, body)
async function done(by: Session, path: string, body?: object): Promise<any> {
  const told = await call(by, path, body)
  expect(told.status, JSON.stringify(told.body)).toBe(200)
  return told.body
}
async function signed(name: string, fields: Record<string, string>): Promise<any> {
  await desk.database.owner.query(`update institutions.key_use set next_at = '-infinity'`)
  const { status, body } = await acme.call(name, fields)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const choose = (amounts: Record<string, string>, kind = 'member.withdrawal', needed = true) =>
  done(admin, '/second-person', {
    kind,
    needed,
    amounts: Object.entries(amounts).map(([asset, amount]) => ({ asset, amount })),
  })
const withdraw = (quantity: string, more: object = {}) =>
  signed('withdraw', { asset: 'CHF', quantity, destination: 'main', ...more })
const rowOf = async (withdrawalid: string) => (await signed('queryWithdrawals', { withdrawalid })).withdrawals[0]
const requestOf = async (subject: string) =>
  (await done(approver, '/approvals')).items.find((one: { subject: string }) => one.subject === subject)
const decideOn = async (subject: string, decision: 'approve' | 'refuse', by = approver) => {
  const { id, payload_hash } = await requestOf(subject)
  return call(by, `/approvals/${id}/decide`, { decision, payload_hash, reason: 'looked at it' })
}
const chf = async () => (await balances(env, acme.institutionid)).get('CHF')!
const all = { available: 100_000_000n, pending: 0n }
async function advance(): Promise<void> {
  while ((await advanceWithdrawals.run(env)) > 0);
}
const eightDays = 8 * 24 * 3_600_000
const later = (): Env => ({
  ...env,
  clock: { ...env.clock, now: () => new Date(Date.now() + eightDays), wall: () => Date.now() + eightDays },
})

describe('a withdrawal above the amount', () => {
  test('waits, is shown exactly, and goes on once a second person approves it', async () => {
    await choose({ CHF: '1000' })
    const answer = await withdraw('1000.01')
    expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    expect(answer.hold.message).toContain('second person')
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    expect(await chf()).toEqual({ available: 99_899_999n, pending: 100_001n })
    const request = await requestOf(answer.withdrawalid)
    expect(request).toMatchObject({ kind: 'member.withdrawal', state: 'waiting', maker: { name: 'API key first key' } })
    expect(JSON.parse(request.payload)).toEqual({
      id: answer.withdrawalid,
      institutionid: acme.institutionid,
      asset: 'CHF',
      quantity: '1000.01',
      blockchain: null,
      destination: 'main',
      paid_to: 'CH9300762011623852957',
    })
    expect(await decideOn(answer.withdrawalid, 'approve')).toMatchObject({ status: 200, body: { state: 'approved' } })
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
    expect(await decideOn(answer.withdrawalid, 'refuse')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('exactly the amount needs nobody; an asset without an amount always does', async () => {
    await choose({ CHF: '1000' })
    expect(await withdraw('1000')).toMatchObject({ status: 'pending', hold: null })
    const coins = await signed('withdraw', { asset: 'VCHF', quantity: '10', destination: 'vault', blockchain: 'ETH' })
    expect(coins).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    expect(JSON.parse((await requestOf(coins.withdrawalid)).payload)).toMatchObject({
      destination: 'vault',
      paid_to: '0x52908400098527886E0F7030069857D2E4169EE7',
      blockchain: 'ETH',
    })
    expect(await decideOn(coins.withdrawalid, 'approve')).toMatchObject({ status: 200 })
    await advance()
    expect(await rowOf(coins.withdrawalid)).toMatchObject({ status: 'pending', stage: 'travel_rule' })
  })

  test('the same request again answers the same, and asks once', async () => {
    await choose({})
    const first = await withdraw('5', { clreqid: 'w-1' })
    expect(await withdraw('5', { clreqid: 'w-1' })).toEqual(first)
    await decideOn(first.withdrawalid, 'approve')
    expect(await withdraw('5', { clreqid: 'w-1' })).toEqual(first)
    expect((await done(approver, '/approvals')).items).toHaveLength(1)
    expect((await chf()).pending).toBe(500n)
  })

  test('a rehearsal says that it would wait, and asks nobody', async () => {
    await choose({})
    expect(await withdraw('5', { validate: 'true' })).toMatchObject({ status: 'held', validated: true })
    expect((await done(approver, '/approvals')).items).toEqual([])
  })

  test.each(['refused', 'expired'])('%s, its money is back, once', async (how) => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    await advance()
    if (how === 'refused') expect(await decideOn(withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    else expect(await expireApprovals.run(later())).toBeGreaterThan(0)
    await advance()
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({
      status: 'rejected',
      reason: 'Not approved by a second person of the institution.',
    })
    expect(await chf()).toEqual(all)
    expect(await requestOf(withdrawalid)).toMatchObject({ state: how })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({
      status: 403,
      body: { details: { reason: 'decided' } },
    })
  })

  test('approved and expired at the same moment, one of them holds', async () => {
    await choose({})
    const ids: string[] = []
    for (let n = 0; n < 6; n += 1) ids.push((await withdraw('5')).withdrawalid)
    await advance()
    const approving = Promise.all(ids.map((id) => decideOn(id, 'approve')))
    const [answers] = await Promise.all([approving, expireApprovals.run(later()), expireApprovals.run(later())])
    await expireApprovals.run(later())
    await advance()
    let paid = 0n
    for (const [n, id] of ids.entries()) {
      const isApproved = answers[n]!.status === 200
      expect((await requestOf(id)).state).toBe(isApproved ? 'approved' : 'expired')
      expect((await rowOf(id)).stage).toBe(isApproved ? 'sending' : 'rejected')
      if (isApproved) paid += 500n
    }
    expect((await chf()).available).toBe(100_000_000n - paid)
  })

  test('canceled by the institution, nobody is asked any more, and the next one is asked for itself', async () => {
    await choose({ CHF: '10' })
    const { withdrawalid } = await withdraw('50')
    await advance()
    const rehearsed = await signed('cancelWithdrawal', { withdrawalid, validate: 'true' })
    expect(rehearsed.status).toBe('held')
    expect(await signed('cancelWithdrawal', { withdrawalid })).toMatchObject({ status: 'canceled' })
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    expect(await chf()).toEqual(all)
    expect(await withdraw('10')).toMatchObject({ status: 'pending' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('approved and canceled at the same moment, its money is back', async () => {
    await choose({})
    for (let n = 0; n < 5; n += 1) {
      const { withdrawalid } = await withdraw('5')
      const [, canceled] = await Promise.all([
        decideOn(withdrawalid, 'approve'),
        signed('cancelWithdrawal', { withdrawalid }),
      ])
      expect(canceled.status).toBe('canceled')
      expect((await requestOf(withdrawalid)).state).toMatch(/^(approved|withdrawn)$/)
      expect(await chf()).toEqual(all)
    }
  })

  test('a hold of compliance beside it is decided on by the staff', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const { body } = await sandbox(desk.origin, 'holds', {
      institutionid: acme.institutionid,
      on: withdrawalid,
      reason: 'aml_review',
    })
    await decideOn(withdrawalid, 'approve')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ status: 'held', hold: { reason: 'aml_review' } })
    await decideHold(env, body.holdid, 'release')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ stage: 'sending' })
  })

  test('rejected by compliance beside it, it ends at once, and nobody of the institution is asked any more', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const { body } = await sandbox(desk.origin, 'holds', {
      institutionid: acme.institutionid,
      on: withdrawalid,
      reason: 'aml_review',
    })
    await advance()
    await decideHold(env, body.holdid, 'reject')
    await advance()
    expect(await rowOf(withdrawalid)).toMatchObject({ status: 'rejected', reason: 'refused after review' })
    expect(await chf()).toEqual(all)
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject({ body: { details: { reason: 'decided' } } })
  })

  test('the staff cannot release it in the institution’s place', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
      withdrawalid,
    ])
    await expect(decideHold(env, hold!.id, 'release')).rejects.toThrow(/second person of the institution/)
    await expect(decideHold(env, hold!.id, 'reject')).rejects.toThrow(/second person of the institution/)
  })
})

describe('when things have changed meanwhile', () => {
  const refusal = (reason: string) => ({ status: 403, body: { code: 'approval_refused', details: { reason } } })

  test('what a key has asked for that is frozen now is not paid; it can be refused', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const [key] = (await done(admin, '/keys')).items
    await done(admin, `/keys/${key.keyid}/freeze`, { reason: 'laptop stolen' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject(refusal('key'))
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'waiting' })
    expect(await decideOn(withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    await advance()
    expect(await chf()).toEqual(all)
  })

  test('what a suspended institution has asked for waits until it is reinstated, or expires', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const officer = await staff(env, 'compliance')
    await done(officer, `/institutions/${acme.institutionid}/suspend`, { reason: 'sanctions' })
    expect(await decideOn(withdrawalid, 'approve')).toMatchObject(refusal('account_suspended'))
    await advance()
    expect(await chf()).toEqual({ available: 99_999_500n, pending: 500n })
    await expireApprovals.run(later())
    await advance()
    expect(await chf()).toEqual(all)
  })

  test('an amount that is lowered or raised later changes nothing for what was asked before', async () => {
    await choose({ CHF: '10' })
    const before = await withdraw('10')
    await choose({ CHF: '5' })
    await advance()
    expect(await rowOf(before.withdrawalid)).toMatchObject({ stage: 'sending' })
    const waiting = await withdraw('10')
    const { approvalid } = await choose({ CHF: '20' })
    await approve(env, approver, approvalid)
    await advance()
    expect(await rowOf(waiting.withdrawalid)).toMatchObject({ status: 'held' })
    expect(await withdraw('20')).toMatchObject({ status: 'pending' })
  })
})

describe('a mint', () => {
  const mint = (more: object = {}) =>
    signed('mintTokens', { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', ...more })
  const changeOf = async (requestid: string) => (await signed('querySupplyChanges', { requestid })).supplychanges[0]

  test('to a wallet waits above the amount; to the own balance it never does', async () => {
    await choose({ VCHF: '199999' }, 'member.mint')
    expect(await mint()).toMatchObject({ status: 'pending', hold: null })
    const answer = await mint({ destination: 'vault' })
    expect(answer).toMatchObject({ status: 'held', txid: '', hold: { reason: 'approval_required' } })
    expect(await chf()).toEqual({ available: 60_000_000n, pending: 40_000_000n })
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'held' })
    expect(await decideOn(answer.requestid, 'approve')).toMatchObject({ status: 200 })
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
  })

  test('at the amount needs nobody; refused, its money is back', async () => {
    await choose({ VCHF: '200000' }, 'member.mint')
    expect(await mint({ destination: 'vault' })).toMatchObject({ status: 'pending' })
    const { requestid } = await mint({ destination: 'vault', quantity: '200000.01' })
    expect(await decideOn(requestid, 'refuse')).toMatchObject({ status: 200 })
    await advanceMints.run(env)
    expect(await changeOf(requestid)).toMatchObject({
      status: 'rejected',
      reason: 'Not approved by a second person of the institution.',
    })
    expect(await chf()).toEqual({ available: 80_000_000n, pending: 20_000_000n })
  })

  test('that is paid in another currency is held before anything is sold', async () => {
    await choose({}, 'member.mint')
    const answer = await signed('mintTokens', {
      asset: 'VGBP',
      blockchain: 'ETH',
      quantity: '200000',
      funding_currency: 'CHF',
      destination: 'vault',
    })
    expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    await decideOn(answer.requestid, 'refuse')
    await advanceMints.run(env)
    expect(await changeOf(answer.requestid)).toMatchObject({ status: 'rejected' })
    expect(await chf()).toEqual(all)
  })
})

describe('the choice', () => {
  test('is lowered by one person, and raised or dropped by two', async () => {
    expect(await choose({ CHF: '1000', VCHF: '5.50' })).toEqual({
      kinds: ['member.withdrawal'],
      approvers: 1,
      amounts: [
        { kind: 'member.withdrawal', asset: 'CHF', amount: '1000' },
        { kind: 'member.withdrawal', asset: 'VCHF', amount: '5.5' },
      ],
      approvalid: null,
    })
    expect(await choose({ CHF: '999.99' })).toMatchObject({ amounts: [{ asset: 'CHF', amount: '999.99' }] })
    const kept = await done(admin, '/second-person', { kind: 'member.withdrawal', needed: true })
    expect(kept).toMatchObject({ amounts: [{ asset: 'CHF', amount: '999.99' }], approvalid: null })

    const raised = await choose({ CHF: '1000', VCHF: '1' })
    expect(raised).toMatchObject({ amounts: [{ amount: '999.99' }], approvalid: expect.any(String) })
    await approve(env, approver, raised.approvalid)
    expect((await done(admin, '/second-person')).amounts).toMatchObject([{ amount: '1000' }, { amount: '1' }])

    const dropped = await choose({}, 'member.withdrawal', false)
    await decide(env, approver, dropped.approvalid, 'refuse', 'no')
    expect((await done(admin, '/second-person')).kinds).toEqual(['member.withdrawal'])
    await approve(env, approver, (await choose({}, 'member.withdrawal', false)).approvalid)
    expect(await done(admin, '/second-person')).toEqual({ kinds: [], amounts: [], approvers: 1 })
    expect(await withdraw('5000')).toMatchObject({ status: 'pending' })
  })

  test.each([
    ['an amount of a key', { kind: 'member.key', amounts: [{ asset: 'CHF', amount: '1' }] }],
    ['more decimals than the asset has', { amounts: [{ asset: 'CHF', amount: '1.001' }] }],
    ['less than nothing', { amounts: [{ asset: 'CHF', amount: '-1' }] }],
    [
      'an asset twice',
      {
        amounts: [
          { asset: 'CHF', amount: '1' },
          { asset: 'CHF', amount: '2' },
        ],
      },
    ],
  ])('%s is refused', async (_what, over) => {
    const { status } = await call(admin, '/second-person', { kind: 'member.withdrawal', needed: true, ...over })
    expect(status).toBe(400)
  })
})

describe('whatever SQL the service sends', () => {
  type Terms = { quantity?: bigint; asked?: object; held?: boolean; institution?: string }

  /** A withdrawal of 5 CHF as a program with the rights of the service could store it. */
  async function stored({ quantity = 500n, asked, held = true, institution = acme.institutionid }: Terms) {
    const id = randomUUID()
    const [key] = await env.db.query<{ id: string }>('select id from institutions.api_key where institution_id = $1', [
      institution,
    ])
    const [account] = (await done(admin, '/bank-accounts')).items
    const exact = { id, institutionid: acme.institutionid, asset: 'CHF', quantity: '5', destination: 'main' }
    const payload = { ...exact, paid_to: account.identifier, blockchain: null, ...asked }
    await env.db.tx(async (tx) => {
      await tx.query(`select state.acting('test', 'test', now())`)
      await tx.query(
        `insert into transfers.withdrawal (id, institution_id, asset, quantity, bank_account_id, state, second_person, created_at, updated_at)
         values ($1, $2, 'CHF', $3, $4, 'requested', false, now(), now())`,
        [id, acme.institutionid, quantity, account.accountid],
      )
      if (asked !== undefined)
        await tx.query(
          `select people.ask_by_key($1, $2, gen_random_uuid(), 'member.withdrawal', $3, $4, 'x', now() + interval '1 day', now())`,
          [key!.id, institution, id, JSON.stringify(payload)],
        )
      if (held)
        await tx.query(
          `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
           values (gen_random_uuid(), $1, 'withdrawal', $2, 'approval_required', 'placed', now(), now())`,
          [acme.institutionid, id],
        )
    })
    return id
  }
  const needed = /needs the approval of a second person/

  test('a payment above the amount is not stored unless exactly it was asked for, and it waits', async () => {
    await choose({ CHF: '4.99' })
    const beta = await onboard(desk.origin)
    await expect(stored({})).rejects.toThrow(needed)
    await expect(stored({ asked: {}, held: false })).rejects.toThrow(needed)
    await expect(stored({ asked: { quantity: '4' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { asset: 'GBP' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { paid_to: 'CH1000230000A109822346' } })).rejects.toThrow(needed)
    await expect(stored({ asked: { destination: 'other' } })).rejects.toThrow(needed)
    await expect(stored({ asked: {}, institution: beta.institutionid })).rejects.toThrow(needed)
    await stored({ quantity: 499n, held: false })
    await stored({ asked: {} })
    // Without money behind them, they must not go on.
    await desk.database.owner.query('alter table transfers.withdrawal disable trigger user')
    await desk.database.owner.query(`update transfers.withdrawal set state = 'canceled' where institution_id = $1`, [
      acme.institutionid,
    ])
    await desk.database.owner.query('alter table transfers.withdrawal enable trigger user')
  })

  test('what waits cannot be let go, asked for again, or taken for something else', async () => {
    await choose({})
    const { withdrawalid } = await withdraw('5')
    const sql = (text: string, ...values: unknown[]) =>
      env.db.tx(async (tx) => {
        await tx.query(`select state.acting('test', 'test', now())`)
        await tx.query(text, values)
      })
    const holdTo = (state: string) =>
      sql(
        `update compliance.hold set maker = 'a', checker = 'b', state = $2 where subject_id = $1`,
        withdrawalid,
        state,
      )
    await holdTo('under_review')
    await expect(holdTo('released')).rejects.toThrow(needed)
    await expect(holdTo('rejected')).rejects.toThrow(/waits for a second person/)
    const move = `update transfers.withdrawal set state = 'travel_rule' where id = $1`
    await sql(`update transfers.withdrawal set state = 'screening' where id = $1`, withdrawalid)
    await expect(sql(move, withdrawalid)).rejects.toThrow(/on hold/)
    await expect(sql('update transfers.withdrawal set on_hold = false where id = $1', withdrawalid)).rejects.toThrow(
      /permission denied/,
    )
    await expect(
      sql('update compliance.hold set subject_id = null where subject_id = $1', withdrawalid),
    ).rejects.toThrow(/stays on what it lies on/)
    const { maker } = await requestOf(withdrawalid)
    const again = `select people.ask_by_key($1, $2, gen_random_uuid(), $4, $3, '{}', 'x', now() + interval '1 day', now())`
    const asked = [maker.id, acme.institutionid, withdrawalid]
    await expect(sql(again, ...asked, 'member.withdrawal')).rejects.toThrow(/asked_once/)
    await expect(sql(again, ...asked, 'member.second_person')).rejects.toThrow(/may not ask/)
    const beta = await onboard(desk.origin)
    await expect(sql(again, maker.id, beta.institutionid, withdrawalid, 'member.mint')).rejects.toThrow(/no such key/)
  })

  test('a mint that names no wallet and goes to one all the same is not stored', async () => {
    await choose({}, 'member.mint')
    /** Undone when it was not refused. */
    const stored = (address: string) =>
      env.db.tx(async (tx) => {
        await tx.query(`select state.acting('test', 'test', now())`)
        await tx.query(
          `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
             funding_currency, spent, asked_settlement, state, created_at, updated_at)
           values (gen_random_uuid(), $1, 'VCHF', 'ETH', 10000, 'issuance', $2, 1, 0, 'CHF', 1, now(), 'requested', now(), now())`,
          [acme.institutionid, address],
        )
        await tx.query('set constraints all immediate')
        throw new Error('it was stored')
      })
    const [omnibus] = await env.db.query<{ address: string }>(
      `select address from chains.omnibus_wallet where chain = 'ETH'`,
    )
    await expect(stored(omnibus!.address)).rejects.toThrow('it was stored')
    await expect(stored('0x52908400098527886E0F7030069857D2E4169EE7')).rejects.toThrow(needed)
  })

  test('the choice is weakened by nobody alone', async () => {
    await choose({ CHF: '10' })
    const change = (set: string) =>
      env.db.query(`update institutions.second_person set ${set} where institution_id = $1`, [acme.institutionid])
    await expect(change(`amounts = '{"CHF": "10.01"}'`)).rejects.toThrow(needed)
    await expect(change(`amounts = '{"CHF": "10", "GBP": "1"}'`)).rejects.toThrow(needed)
    await expect(change('is_dropped = true')).rejects.toThrow(needed)
    await change(`amounts = '{"CHF": "9"}'`)
  })
})

test('people of another institution see nothing of it, and cannot decide', async () => {
  await choose({})
  const { withdrawalid } = await withdraw('5')
  const beta = await onboard(desk.origin)
  const stranger = await member(env, beta.institutionid, 'approver')
  expect(await decideOn(withdrawalid, 'approve', stranger)).toMatchObject({ status: 404 })
  expect((await done(stranger, '/approvals')).items).toEqual([])
  expect(await decideOn(withdrawalid, 'approve', admin)).toMatchObject({ status: 403 })
})

test('who asked and who decided is in the audit chain, which verifies', async () => {
  await choose({})
  const { withdrawalid } = await withdraw('5')
  await decideOn(withdrawalid, 'approve')
  const { id, maker } = await requestOf(withdrawalid)
  const auditor = await staff(env, 'auditor')
  const { items } = await done(auditor, `/audit?subject=${id}`)
  expect(items.map(({ actor, action }: { actor: string; action: string }) => `${actor} ${action}`)).toEqual([
    `person:${approver.person.id} approval.decided`,
    `key ${maker.id} approval.asked`,
  ])
  expect((await verifyAudit(env.db)).ok).toBe(true)
})
