import { randomUUID } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { advanceMints } from '@specie/service/issuance/mint/job.ts'
import { advanceWithdrawals } from '@specie/service/transfers/withdrawal/job.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { verifyAudit } from '../checks.ts'
import { expectBooksToStand } from '../issuance.ts'
import { staff } from '../people.ts'
import { type AddressDesk, callAs } from './address-desk.ts'
import { type Institution, openInstitution, type Person, startMoneyDesk } from './money-desk.ts'

// Payments requested by a person in the portal, and approved by another. Those of keys: payments.test.ts.

let desk: AddressDesk
let env: Env
let acme: Institution
let [admin, trader, approver]: Person[] = []
beforeAll(async () => {
  desk = await startMoneyDesk()
  env = desk.env
})
beforeEach(async () => {
  acme = await openInstitution(desk)
  admin = await acme.join('admin')
  trader = await acme.join('trader')
  approver = await acme.join('approver')
  for (const kind of ['member.withdrawal', 'member.mint'])
    await admin.post('/second-person', { kind, needed: true, amounts: [{ asset: 'CHF', amount: '1000' }] })
})
afterAll(async () => {
  await expectBooksToStand(desk.database.app)
  expect(await verifyAudit(env.db)).toMatchObject({ ok: true })
  await desk.stop()
})

const fields = { asset: 'CHF', quantity: '1000.01', destination: 'main' }
const ask = (by = trader!): Promise<{ withdrawalid: string; status: string; hold: { reason: string } | null }> =>
  by.post('/account/withdrawals', fields)
const rowOf = async (withdrawalid: string) =>
  (await approver!.get('/account/withdrawals', { withdrawalid })).withdrawals[0]
const requestOf = async (subject: string) =>
  (await approver!.get('/approvals')).items.find((one: { subject: string }) => one.subject === subject)
async function decide(by: Person, subject: string, decision: 'approve' | 'refuse') {
  const { id, payload_hash } = await requestOf(subject)
  return by.tries(`/approvals/${id}/decide`, { decision, payload_hash, reason: 'looked at it' })
}
async function advance(): Promise<void> {
  while ((await advanceWithdrawals.run(env)) > 0);
}
const whole = { CHF: '100000000 0', VCHF: '1000000000 0' }
const refusal = (reason: string) => ({ status: 403, body: { code: 'approval_refused', details: { reason } } })

describe('a withdrawal', () => {
  test('waits, names its requester, and continues once another person approves', async () => {
    const answer = await ask()
    expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'held' })
    const request = await requestOf(answer.withdrawalid)
    expect(request).toMatchObject({
      kind: 'member.withdrawal',
      state: 'waiting',
      maker: { id: trader!.id, name: 'Nora Keller' },
      reason: 'requested in the portal',
    })
    expect(JSON.parse(request.payload)).toEqual({
      id: answer.withdrawalid,
      institutionid: acme.id,
      asset: 'CHF',
      quantity: '1000.01',
      blockchain: null,
      destination: 'main',
      paid_to: 'CH9300762011623852957',
    })
    expect(await decide(approver!, answer.withdrawalid, 'approve')).toMatchObject({ status: 200 })
    await advance()
    expect(await rowOf(answer.withdrawalid)).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
  })

  test('is not approved by its requester, even with the role, nor by a person without it', async () => {
    const both = await acme.join('trader', 'approver')
    const { withdrawalid } = await ask(both)
    expect(await decide(both, withdrawalid, 'approve')).toMatchObject(refusal('own_request'))
    expect((await decide(trader!, withdrawalid, 'approve')).body.code).toBe('role_missing')
    const stranger = await (await openInstitution(desk)).join('approver')
    expect((await decide(stranger, withdrawalid, 'approve')).status).toBe(404)
    expect(await decide(approver!, withdrawalid, 'approve')).toMatchObject({ status: 200 })
  })

  test('whose request is refused, or withdrawn by its maker, is rejected and its money is returned', async () => {
    const first = await ask()
    expect(await decide(approver!, first.withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    const second = await ask()
    const { id } = await requestOf(second.withdrawalid)
    await trader!.post(`/approvals/${id}/withdraw`)
    await advance()
    for (const { withdrawalid } of [first, second])
      expect(await rowOf(withdrawalid)).toMatchObject({ status: 'rejected' })
    expect(await acme.balances()).toEqual(whole)
  })

  test.each(['its maker', 'a colleague', 'a key'])(
    'that is canceled by %s closes its approval request',
    async (who) => {
      const { withdrawalid } = await ask()
      await advance()
      const colleague = await acme.join('trader')
      if (who === 'a key') await acme.signed('cancelWithdrawal', { withdrawalid })
      else await (who === 'its maker' ? trader! : colleague).post('/account/withdrawals/cancel', { withdrawalid })
      expect(await rowOf(withdrawalid)).toMatchObject({ status: 'canceled' })
      const { id, state } = await requestOf(withdrawalid)
      expect(state).toBe('withdrawn')
      expect(await acme.balances()).toEqual(whole)
      const [entry] = await env.db.query<{ body: string }>(
        `select body from audit.entry where body::jsonb ->> 'subject' = $1 and body::jsonb ->> 'action' = 'approval.withdrawn'`,
        [id],
      )
      const [key] = await env.db.query<{ id: string }>('select id from access.api_key where institution_id = $1', [
        acme.id,
      ])
      const actor = {
        'its maker': `person:${trader!.id}`,
        'a colleague': `person:${colleague.id}`,
        'a key': `key ${key!.id}`,
      }[who]
      expect(JSON.parse(entry!.body).actor).toBe(actor)
    },
  )

  test('that a key has requested can be canceled by a person', async () => {
    const { withdrawalid } = await acme.signed('withdraw', fields)
    await trader!.post('/account/withdrawals/cancel', { withdrawalid })
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'withdrawn' })
    expect(await acme.balances()).toEqual(whole)
  })

  test('a dry run says that it would wait, and makes no request', async () => {
    const answer = await trader!.post('/account/withdrawals', { ...fields, validate: 'true' })
    expect(answer).toMatchObject({ status: 'held', validated: true })
    expect((await approver!.get('/approvals')).items).toEqual([])
  })
})

test.each(['release', 'reject'])(
  'the staff cannot %s an operation that waits for the institution, and the error says so',
  async (decision) => {
    const { withdrawalid } = await ask()
    const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
      withdrawalid,
    ])
    const officer = await staff(env, 'compliance')
    const proposal = { holdid: hold!.id, decision, reason: 'it takes long' }
    expect(await callAs(desk.origin, officer, '/holds/decide', proposal)).toMatchObject({
      status: 400,
      body: { details: { field: 'holdid', rule: 'second_person' } },
    })
    expect((await callAs(desk.origin, officer, `/holds/${hold!.id}/case`)).body.effects).toEqual([])
  },
)

describe('changes in the meantime', () => {
  test.each(['is no longer a trader', 'was suspended'])('whose maker %s can only be refused', async (how) => {
    const { withdrawalid } = await ask()
    const path = `/members/${trader!.id}`
    if (how === 'was suspended') await admin!.post(`${path}/suspend`, { reason: 'left' })
    else await admin!.post(`${path}/roles`, { roles: ['viewer'], reason: 'left the desk' })
    expect(await decide(approver!, withdrawalid, 'approve')).toMatchObject(refusal('maker'))
    expect(await decide(approver!, withdrawalid, 'refuse')).toMatchObject({ status: 200 })
    await advance()
    expect(await acme.balances()).toEqual(whole)
  })

  test('a payment of a suspended institution waits', async () => {
    const { withdrawalid } = await ask()
    const officer = await staff(env, 'compliance')
    const suspended = await callAs(desk.origin, officer, `/institutions/${acme.id}/suspend`, { reason: 'sanctions' })
    expect(suspended.status).toBe(200)
    const [request] = (await approver!.get('/approvals')).items
    const decision = { decision: 'approve', payload_hash: request.payload_hash }
    expect(await approver!.tries(`/approvals/${request.id}/decide`, decision)).toMatchObject(
      refusal('account_suspended'),
    )
    expect(request.subject).toBe(withdrawalid)
  })
})

test('a mint to a wallet waits, and is minted once it is approved', async () => {
  const mint = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000', destination: 'vault' }
  const { requestid, ...answer } = await trader!.post('/account/mints', mint)
  expect(answer).toMatchObject({ status: 'held', hold: { reason: 'approval_required' } })
  expect(await decide(trader!, requestid, 'approve')).toMatchObject({ status: 403 })
  expect(await decide(approver!, requestid, 'approve')).toMatchObject({ status: 200 })
  await advanceMints.run(env)
  const [row] = (await trader!.get('/account/supply-changes', { requestid })).supplychanges
  expect(row).toMatchObject({ status: 'pending', stage: 'sending', hold: null })
})

describe('for any SQL of the service', () => {
  const request = `select people.request_approval($1, gen_random_uuid(), $2, $3, $4, 'x', now() + interval '1 day', now())`
  const payloadOf = (id: string, over: object = {}) => JSON.stringify({ id, institutionid: acme.id, ...over })
  const askAs = (by: Person, subject: string, payload: string, kind = 'member.withdrawal') =>
    env.db.query(request, [by.session.token, kind, subject, payload])

  test('a person requests a payment of their own institution, by its id, once, and with the role', async () => {
    const id = randomUUID()
    await expect(askAs(approver!, id, payloadOf(id))).rejects.toThrow('approval refused: role')
    await expect(askAs(admin!, id, payloadOf(id))).rejects.toThrow('approval refused: role')
    await expect(askAs(trader!, id, payloadOf(randomUUID()))).rejects.toThrow('approval refused: subject')
    await expect(askAs(trader!, acme.id, payloadOf(id))).rejects.toThrow('approval refused: subject')
    await expect(askAs(trader!, id, payloadOf(id, { institutionid: randomUUID() }))).rejects.toThrow(
      'approval refused: subject',
    )
    await expect(askAs(trader!, id, JSON.stringify({ id }))).rejects.toThrow('approval refused: subject')
    const { withdrawalid } = await ask()
    await expect(askAs(trader!, withdrawalid, payloadOf(withdrawalid))).rejects.toThrow('approval refused: open')
    const paid = await acme.signed('withdraw', fields)
    await expect(askAs(trader!, paid.withdrawalid, payloadOf(paid.withdrawalid))).rejects.toThrow(
      'approval refused: open',
    )
  })

  test('it is canceled by a trader or a key of the institution, and only payments are', async () => {
    const { withdrawalid } = await ask()
    const back = (by: Person, kind = 'member.withdrawal', subject = withdrawalid) =>
      env.db.query<{ id: string | null }>('select people.withdraw_payment($1, $2, $3, now()) as id', [
        by.session.token,
        kind,
        subject,
      ])
    await expect(back(approver!)).rejects.toThrow('approval refused: role')
    await expect(back(admin!, 'member.key', acme.id)).rejects.toThrow('approval refused: role')
    const beta = await openInstitution(desk)
    expect(await back(await beta.join('trader'))).toEqual([{ id: null }])
    const byKey = (key: string, institution: string, kind = 'member.withdrawal') =>
      env.db.query('select people.withdraw_by_key($1, $2, $3, $4, now())', [key, institution, kind, withdrawalid])
    const [theirs] = await env.db.query<{ id: string }>('select id from access.api_key where institution_id = $1', [
      beta.id,
    ])
    await expect(byKey(theirs!.id, acme.id)).rejects.toThrow('approval refused: unknown')
    await expect(byKey(theirs!.id, beta.id, 'member.key')).rejects.toThrow('approval refused: role')
    expect(await requestOf(withdrawalid)).toMatchObject({ state: 'waiting' })
  })

  test('the maker is not the checker', async () => {
    const both = await acme.join('trader', 'approver')
    const { withdrawalid } = await ask(both)
    const { id, payload_hash } = await requestOf(withdrawalid)
    const decided = `select people.decide_approval($1, $2, $3, 'approve', null, '{}', now())`
    const values = [both.session.token, id, Buffer.from(payload_hash, 'hex')]
    await expect(env.db.query(decided, values)).rejects.toThrow('approval refused: own_request')
  })
})
