import { randomUUID } from 'node:crypto'
import { type Desk, deskForEachTest, funded, million, mint, topUp } from '@specie/test/issuance.ts'
import { approve, decide, member, staff } from '@specie/test/people.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { move } from '../../base/state-machine/move.ts'
import { placeHold } from '../../compliance/holds.ts'
import { actorOf, personMachine } from '../../directory/person.ts'
import type { Session } from '../session/session.ts'
import { decideApproval } from './decide.ts'
import { expireApprovals } from './expire.ts'
import { findApproval, listApprovals } from './list.ts'
import { requestApproval, withdrawApproval } from './request.ts'
import { sha256 } from './row.ts'
import { approvalViews } from './view.ts'

let desk: Desk
let env: Env
let maker: Session
let checker: Session
let institutionId: string
let subject: string
let holdid: string
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', million)
})
beforeEach(async () => {
  maker = await staff(env, 'compliance')
  checker = await staff(env, 'mlro')
  institutionId = await funded(env, { CHF: 20_000_000n })
  subject = (await mint(env, institutionId)).requestid
  const asked = { institutionId, on: subject, reason: 'aml_review' } as const
  holdid = (await env.db.tx((tx) => placeHold(env, tx, asked, 'ann'))).holdid
})

const request = (
  by: Session = maker,
  payload: { holdid: string; decision: string } = { holdid, decision: 'release' },
) =>
  env.db
    .tx((tx) =>
      requestApproval(env, tx, by, { kind: 'hold.decide', subject: payload.holdid, payload, reason: 'looks fine' }),
    )
    .then(({ id }) => id)
const holdState = async () =>
  (await env.db.query<{ state: string }>('select state from compliance.hold where id = $1', [holdid]))[0]!.state
const stateOf = async (id: string) => (await findApproval(env.db, maker, id)).state
const at = (minutes: number): Env => {
  const now = () => new Date(Date.now() + minutes * 60_000)
  return { ...env, clock: { ...env.clock, now } }
}
/** Of the request to release the hold. */
const payloadOf = (decision: string) => `{"decision":"${decision}","holdid":"${holdid}","on":"${subject}"}`
const releaseHash = () => sha256(payloadOf('release'))
/** Approves it by SQL alone. */
const approveBySql = (sql: Sql, { token }: Session, id: string) =>
  sql.query(`select people.decide_approval($1, $2, $3, 'approve', null, '{}', now())`, [token, id, releaseHash()])
const refusedFor = (reason: string) => ({ code: 'approval_refused', details: { reason } })

test('an approved request is executed, and the audit chain names both people and their addresses', async () => {
  const id = await request()
  expect([await stateOf(id), await holdState()]).toEqual(['waiting', 'placed'])
  await approve(env, checker, id)
  expect([await stateOf(id), await holdState()]).toEqual(['approved', 'released'])
  const [hold] = await env.db.query('select maker, checker from compliance.hold where id = $1', [holdid])
  expect(hold).toEqual({ maker: actorOf(maker.person), checker: actorOf(checker.person) })
  const entries = await env.db.query<{ body: string }>('select body from audit.entry order by seq desc limit 2')
  const { payload, evidence } = await findApproval(env.db, maker, id)
  expect(entries.map(({ body }) => JSON.parse(body))).toMatchObject([
    {
      action: 'approval.decided',
      actor: actorOf(checker.person),
      subject: id,
      detail: {
        checker: checker.person.id,
        maker: maker.person.id,
        decision: 'approve',
        evidence_hash: sha256(evidence!).toString('hex'),
        payload_hash: sha256(payload).toString('hex'),
        ip: '127.0.0.1',
        session: checker.id,
        kind: 'hold.decide',
        subject: holdid,
        why: 'looks fine',
      },
    },
    { action: 'hold.released', actor: actorOf(checker.person) },
  ])
  expect(payload).toBe(payloadOf('release'))
})

test('a refusal carries its reason, and nothing is executed', async () => {
  const id = await request()
  await expect(decide(env, checker, id, 'refuse')).rejects.toThrow(/refused_with_a_reason/)
  await decide(env, checker, id, 'refuse', 'the source of funds is missing')
  expect(await findApproval(env.db, maker, id)).toMatchObject({
    state: 'refused',
    decision_reason: 'the source of funds is missing',
    checker: checker.person.id,
  })
  expect(await holdState()).toBe('placed')
})

test('a person cannot approve their own request, through the service or by SQL', async () => {
  const both = await staff(env, 'compliance', 'mlro')
  const id = await request(both)
  const message = 'This is your own request. A second approver must decide on it.'
  await expect(approve(env, both, id)).rejects.toMatchObject({ ...refusedFor('own_request'), message })
  await expect(approveBySql(env.db, both, id)).rejects.toMatchObject({ constraint: 'approval_own_request' })
  expect([await stateOf(id), await holdState()]).toEqual(['waiting', 'placed'])
})

test('a person who may not decide gets the reason', async () => {
  const id = await request()
  for (const role of ['operations', 'support', 'auditor', 'admin'] as const)
    await expect(approve(env, await staff(env, role), id)).rejects.toMatchObject(refusedFor('role'))
  await expect(approve(env, await member(env, institutionId, 'approver'), id)).rejects.toMatchObject({
    code: 'not_found',
  })
  await expect(request(checker)).rejects.toMatchObject(refusedFor('role'))
  await expect(request(await member(env, institutionId, 'admin'))).rejects.toMatchObject(refusedFor('role'))
})

test('a checker who was suspended, or whose session has ended, decides nothing', async () => {
  const id = await request()
  const by = { actor: 'test', why: 'left', at: env.clock.now() }
  const other = await staff(env, 'mlro')
  await env.db.tx((tx) => move(tx, personMachine, other.person.id, 'suspend', by))
  await expect(approve(env, other, id)).rejects.toMatchObject({ code: 'not_signed_in' })
  await env.db.query('update people.session set ended_at = now() where id = $1', [checker.id])
  await expect(approve(env, checker, id)).rejects.toMatchObject({ code: 'not_signed_in' })
})

test('the request of a maker who lost the right cannot be approved, but can be refused', async () => {
  const by = { actor: 'test', why: 'left', at: env.clock.now() }
  const one = await request()
  await env.db.query('select people.set_roles($1, $2)', [maker.person.id, ['support']])
  await expect(approve(env, checker, one)).rejects.toMatchObject(refusedFor('maker'))
  await env.db.query('select people.set_roles($1, $2)', [maker.person.id, ['compliance']])
  await env.db.tx((tx) => move(tx, personMachine, maker.person.id, 'suspend', by))
  await expect(approve(env, checker, one)).rejects.toMatchObject(refusedFor('maker'))
  await decide(env, checker, one, 'refuse', 'who asked has left')
  await env.db.tx((tx) => move(tx, personMachine, maker.person.id, 'reinstate', by))
  await approve(env, checker, await request())
  expect(await holdState()).toBe('released')
})

test('an approval names its subject: a signature for one hold cannot end another', async () => {
  const payload = payloadOf('release')
  const ask = (subject: string) =>
    env.db.query(
      `select people.request_approval($1, gen_random_uuid(), 'hold.decide', $2, $3, 'x', now() + interval '1 day', now())`,
      [maker.token, subject, payload],
    )
  await ask(holdid)
  await expect(ask(maker.person.id)).rejects.toMatchObject({ constraint: 'approval_subject' })
})

test('a decision counts for the session that makes it: a fresh factor of another session does not help', async () => {
  const id = await request()
  await desk.database.owner.query(
    `update people.session set factor_at = factor_at - interval '6 minutes' where id = $1`,
    [checker.id],
  )
  await expect(approveBySql(env.db, checker, id)).rejects.toMatchObject({ constraint: 'approval_not_fresh' })
  const fresh = await staff(env, 'mlro')
  await approveBySql(env.db, fresh, id)
  const decided = 'select checker, checker_session as session from people.approval where id = $1'
  expect(await env.db.query(decided, [id])).toEqual([{ checker: fresh.person.id, session: fresh.id }])
})

test('a removed role decides nothing', async () => {
  const id = await request()
  await desk.database.owner.query('update directory.person_role set is_taken = true where person_id = $1', [
    checker.person.id,
  ])
  await expect(approveBySql(env.db, checker, id)).rejects.toMatchObject({ constraint: 'approval_role' })
})

test('a decision needs a factor of the last five minutes', async () => {
  const id = await request()
  await expect(approve(at(6), checker, id)).rejects.toMatchObject({ code: 'fresh_factor_required' })
  await approve(at(4), checker, id)
  expect(await holdState()).toBe('released')
})

test('an approval is for its own payload, and is used once', async () => {
  const id = await request()
  const decision = { id, decision: 'approve', reason: null, signed: null } as const
  const payloadHash = sha256(payloadOf('reject'))
  await expect(decideApproval(env, checker, { ...decision, payloadHash })).rejects.toMatchObject(
    refusedFor('other_payload'),
  )
  await approve(env, checker, id)
  await expect(approve(env, await staff(env, 'mlro'), id)).rejects.toMatchObject(refusedFor('decided'))
  const use = (hash: Buffer) => env.db.query('select people.use_approval($1, $2, now())', [id, hash])
  await expect(use(releaseHash())).rejects.toMatchObject({ constraint: 'approval_used' })
})

test('a waiting approval cannot be used', async () => {
  const used = env.db.query('select people.use_approval($1, $2, now())', [await request(), releaseHash()])
  await expect(used).rejects.toMatchObject({ constraint: 'approval_not_approved' })
})

test('only the approved action can be executed: not the opposite, and not on another hold', async () => {
  const id = await request()
  const misuse = (sql: string) =>
    env.db.tx(async (tx) => {
      await approveBySql(tx, checker, id)
      await tx.query('select people.use_approval($1, $2, now())', [id, releaseHash()])
      await tx.query(`select state.set_actor('eve', 'so', now())`)
      await tx.query(
        `update compliance.hold set state = 'under_review', maker = 'a', checker = 'b' where state = 'placed'`,
      )
      await tx.query(sql)
    })
  await expect(misuse(`update compliance.hold set state = 'rejected' where id = '${holdid}'`)).rejects.toThrow(
    /ended by two people/,
  )
  const next = { institutionId, on: 'next mint', reason: 'aml_review' } as const
  const other = await env.db.tx((tx) => placeHold(env, tx, next, 'ann'))
  await expect(misuse(`update compliance.hold set state = 'released' where id = '${other.holdid}'`)).rejects.toThrow(
    /ended by two people/,
  )
})

test('an approval is found by its kind and subject, and only in the transaction that uses it', async () => {
  const id = await request()
  const agreed = (sql: Sql, kind: string, subject: string) =>
    sql
      .query<{ payload: unknown }>('select people.approved_payload($1, $2) as payload', [kind, subject])
      .then(([row]) => row!.payload)
  await env.db.tx(async (tx) => {
    await approveBySql(tx, checker, id)
    await tx.query('select people.use_approval($1, $2, now())', [id, releaseHash()])
    expect(await agreed(tx, 'hold.decide', holdid)).toEqual({ decision: 'release', holdid, on: subject })
    expect(await agreed(tx, 'kyb.decide', holdid)).toBeNull()
    expect(await agreed(tx, 'hold.decide', institutionId)).toBeNull()
  })
  expect(await agreed(env.db, 'hold.decide', holdid)).toBeNull()
})

test('a maker of one kind may not request another, nor an admin of an institution a request of the staff', async () => {
  const asks = ({ token }: Session, kind: string, payload: Record<string, string>) =>
    env.db.query(
      `select people.request_approval($1, gen_random_uuid(), $2, $3, $4, 'so', now() + interval '1 day', now())`,
      [token, kind, Object.values(payload)[0], JSON.stringify(payload)],
    )
  const [operator, theirs] = [await staff(env, 'operations'), await member(env, institutionId, 'admin')]
  await expect(asks(operator, 'hold.decide', { holdid })).rejects.toMatchObject({ constraint: 'approval_role' })
  const role = { personid: institutionId, roles: '["mlro"]' }
  await expect(asks(theirs, 'staff.give_role', role)).rejects.toMatchObject({ constraint: 'approval_role' })
})

test('an expired request is not approved, and ends by itself', async () => {
  const id = await request()
  const later = at(7 * 24 * 60 + 1)
  const fresh = await staff(later, 'mlro')
  await expect(approve(later, fresh, id)).rejects.toMatchObject(refusedFor('expired'))
  expect(await env.db.query('select people.expire_approval($1, now()) as ended', [id])).toEqual([{ ended: false }])
  expect(await expireApprovals.run(later)).toBeGreaterThan(0)
  expect([await stateOf(id), await holdState()]).toEqual(['expired', 'placed'])
  await expect(approve(later, fresh, id)).rejects.toMatchObject(refusedFor('decided'))
})

test('only its maker withdraws a request', async () => {
  const id = await request()
  await expect(withdrawApproval(env, checker, id)).rejects.toMatchObject(refusedFor('not_yours'))
  const others = await member(env, institutionId, 'approver')
  for (const [session, which] of [[others, id] as const, [maker, randomUUID()] as const])
    await expect(withdrawApproval(env, session, which)).rejects.toMatchObject({ code: 'not_found' })
  await withdrawApproval(env, maker, id)
  await expect(approve(env, checker, id)).rejects.toMatchObject(refusedFor('decided'))
  expect(await stateOf(id)).toBe('withdrawn')
})

test('an action that fails leaves the request undecided, and shows the reason', async () => {
  const id = await request()
  await desk.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update compliance.hold set state = 'frozen', maker = 'ada', checker = 'ben' where id = $1`, [
      holdid,
    ])
  })
  await expect(approve(env, checker, id)).rejects.toMatchObject({
    code: 'bad_request',
    message: 'The hold is already frozen.',
  })
  expect(await stateOf(id)).toBe('waiting')
})

test('an impossible request is refused at once, with the message of the action, and leaves no trace', async () => {
  const kept = () =>
    env.db.query(
      'select (select count(*) from audit.entry) as entries, (select count(*) from people.approval) as asked',
    )
  const operator = await staff(env, 'operations')
  await approve(env, checker, await request())
  const before = await kept()
  await expect(request()).rejects.toMatchObject({ code: 'bad_request', message: 'The hold is already released.' })
  await expect(request(maker, { holdid: randomUUID(), decision: 'release' })).rejects.toMatchObject({
    message: 'There is no such hold.',
  })
  const resume = { kind: 'pair.resume', subject: 'VCHF/CHF', payload: { symbol: 'VCHF/CHF' }, reason: 'x' } as const
  const asked = env.db.tx((tx) => requestApproval(env, tx, operator, resume))
  await expect(asked).rejects.toMatchObject({ message: 'VCHF/CHF is not halted.' })
  expect(await kept()).toEqual(before)
})

test('a request that can be done changes nothing until it is approved', async () => {
  const held = () =>
    env.db.query('select state, maker, checker, updated_at from compliance.hold where id = $1', [holdid])
  const before = await held()
  await request()
  expect(await held()).toEqual(before)
  expect(await env.db.query('select * from people.rehearsal')).toEqual([])
})

test('SQL of the service cannot commit a rehearsal', async () => {
  const id = await request()
  const misuse = env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('eve', 'so', now()), people.rehearse_approval($1)`, [id])
    await tx.query(`update compliance.hold set state = 'under_review', maker = 'a', checker = 'b' where id = $1`, [
      holdid,
    ])
    await tx.query(`update compliance.hold set state = 'released' where id = $1`, [holdid])
  })
  await expect(misuse).rejects.toThrow(/rehearsed in this transaction/)
  expect([await stateOf(id), await holdState()]).toEqual(['waiting', 'placed'])
})

test('the same request can wait only once; the refusal names the waiting one', async () => {
  const id = await request()
  const open = { code: 'approval_refused', details: { reason: 'open', approvalid: id } }
  await expect(request()).rejects.toMatchObject(open)
  await expect(request(maker, { holdid, decision: 'reject' })).rejects.toMatchObject(open)
  await expect(request(await staff(env, 'compliance'))).rejects.toMatchObject(open)
  await withdrawApproval(env, maker, id)
  const both = await Promise.allSettled([request(), request(await staff(env, 'compliance'))])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('people see the action, its subject and its institution', async () => {
  const [view] = await approvalViews(env, [await findApproval(env.db, maker, await request())])
  const [{ name }] = (await env.db.query('select name from directory.institution where id = $1', [institutionId])) as [
    { name: string },
  ]
  expect(view).toMatchObject({
    title: `Release the hold on a mint of 200,000.00 VCHF by ${name}`,
    institution: { id: institutionId, name },
  })
})

test('a malformed payload is refused at the request', async () => {
  await expect(request(maker, { holdid, decision: 'forget' })).rejects.toMatchObject({ code: 'bad_request' })
})

test('the service cannot write approvals itself, or do without one', async () => {
  const id = await request()
  for (const sql of [
    `update people.approval set state = 'approved'`,
    `insert into people.approval select * from people.approval`,
    'delete from people.approval',
  ])
    await expect(env.db.query(sql)).rejects.toThrow(/permission denied/)
  const end = (maker: string, state: string) =>
    env.db.tx(async (tx) => {
      await tx.query(`select state.set_actor('eve', 'so', now())`)
      const reviewed = `state = 'under_review', maker = $1, checker = 'b' where state = 'placed'`
      await tx.query(`update compliance.hold set ${reviewed}`, [maker])
      await tx.query(`update compliance.hold set state = $2 where id = $1`, [holdid, state])
    })
  await expect(end('a', 'released')).rejects.toThrow(/ended by two people/)
  await expect(end('screening', 'rejected')).rejects.toThrow(/ended by two people/)
  expect(await stateOf(id)).toBe('waiting')
})

test('people see the requests of their own side', async () => {
  const id = await request()
  const { rows } = await listApprovals(env.db, checker, { state: 'waiting', limit: 1 })
  expect(rows).toMatchObject([{ id, maker_name: 'Nora Keller', checker_name: null }])
  const outsider = await member(env, institutionId, 'approver')
  expect(await listApprovals(env.db, outsider, {})).toMatchObject({ rows: [] })
  await expect(findApproval(env.db, outsider, id)).rejects.toMatchObject({ code: 'not_found' })
})

test('people see a request only if they may read its subject: support sees no hold', async () => {
  const id = await request()
  for (const role of ['support', 'treasury', 'admin'] as const) {
    const other = await staff(env, role)
    expect(await listApprovals(env.db, other, {}), role).toMatchObject({ rows: [] })
    await expect(findApproval(env.db, other, id), role).rejects.toMatchObject({ code: 'not_found' })
  }
  const auditor = await staff(env, 'auditor')
  expect(await findApproval(env.db, auditor, id)).toMatchObject({ id })
})
