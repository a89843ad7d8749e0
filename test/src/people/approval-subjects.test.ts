import { createHash, randomUUID } from 'node:crypto'
import { canonical, type Json } from '@specie/protocol/encoding/json.ts'
import { type ApprovalKind, approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { FactView } from '@specie/protocol/web-api/facts.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { member, staff } from '../people.ts'
import { newInstitution } from './sample-rows.ts'
import { browser, type Served, servePeople } from './served.ts'
import { allRows, subjects } from './subjects.ts'

// Every kind of request, as the person who decides sees it: the thing itself in words, who asked and why. A new kind does not
// compile without a row in subjects.ts.

let served: Served
let rows: Awaited<ReturnType<typeof allRows>>
beforeAll(async () => {
  served = await servePeople()
  rows = await allRows(served)
})
afterAll(() => served.end())

const reason = 'The client has called, and the file supports it.'

const sessions = new Map<string, Promise<Session>>()
/** A person of the side of a kind, with its first maker's or checker's role. */
function personFor(kind: ApprovalKind, as: 'makers' | 'checkers'): Promise<Session> {
  const { side, [as]: roles } = approvalKinds[kind]
  const key = `${side} ${roles[0]} ${as}`
  const found =
    sessions.get(key) ??
    (side === 'staff' ? staff(served.env, roles[0]) : member(served.env, rows.institution, roles[0]))
  sessions.set(key, found)
  return found
}

/** A waiting request, written by the owner of the database: whether it could be carried out now does not matter here. */
async function request(kind: ApprovalKind): Promise<string> {
  const maker = await personFor(kind, 'makers')
  const id = randomUUID()
  const payload = canonical(subjects[kind].payload(rows) as Json)
  await served.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into people.approval (id, kind, institution_id, subject, payload, payload_hash, maker, maker_session, reason, state,
         expires_at, created_at, updated_at)
       values ($1::uuid, $2, $3, $1::uuid::text, $4, $5, $6, $7, $8, 'waiting', now() + interval '1 day', now(), now())`,
      [
        id,
        kind,
        maker.person.institutionId,
        payload,
        createHash('sha256').update(payload).digest(),
        maker.person.id,
        maker.id,
        reason,
      ],
    )
  })
  return id
}

async function shownTo({ token, person }: Session, id: string) {
  const at = browser(served.origin, person.side)
  at.setToken(token)
  const { status, body } = await at.get(`approvals/${id}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}

const uuid = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}(?!@)/
const textsOf = ({ label, value, before, note }: FactView) => [label, value, before, note].filter((one) => one !== null)

describe.each(Object.keys(subjects) as ApprovalKind[])('%s', (kind) => {
  let body: Awaited<ReturnType<typeof shownTo>>
  let facts: FactView[]
  beforeAll(async () => {
    body = await shownTo(await personFor(kind, 'checkers'), await request(kind))
    facts = body.facts
  })

  test('shows the thing itself', () => {
    const labels = facts.map(({ label }) => label)
    expect(labels).toEqual(expect.arrayContaining([...subjects[kind].sees]))
    // A thing that was not found would say so.
    expect(facts.filter(({ value }) => value === 'not found')).toEqual([])
  })

  test('says what the approval changes', () => {
    expect(facts.filter(({ part, before }) => part === 'effect' || before !== null)).not.toEqual([])
  })

  test('names nothing by its id', () => {
    expect(facts.flatMap(textsOf).filter((one) => uuid.test(one))).toEqual([])
  })

  test('says who asked and why, and who can decide', async () => {
    expect([body.maker.name, body.reason]).toEqual(['Nora Keller', reason])
    const { person } = await personFor(kind, 'checkers')
    expect(body.deciders.map(({ id }: { id: string }) => id)).toContain(person.id)
    expect(body.deciders.map(({ id }: { id: string }) => id)).not.toContain(body.maker.id)
  })
})

test('a link leads only where the reader may go', async () => {
  const id = await request('staff.give_role')
  const pathOf = async (session: Session) =>
    (await shownTo(session, id)).facts.find(({ label }: FactView) => label === 'Person').path
  expect(await pathOf(await staff(served.env, 'auditor'))).toBe(`/console/staff/${rows.colleague}`)
  const credit = await request('payment.credit')
  const balanceFor = async (role: 'support' | 'treasury') =>
    (await shownTo(await staff(served.env, role), credit)).facts.some(
      ({ label }: FactView) => label === 'Available balance',
    )
  // Support reads the payment, and no balance.
  expect([await balanceFor('support'), await balanceFor('treasury')]).toEqual([false, true])
})

test('people of another institution see nothing of it', async () => {
  const id = await request('member.withdrawal')
  const { id: other } = await newInstitution(served, 'Northwind AG')
  const at = browser(served.origin)
  at.setToken((await member(served.env, other, 'approver')).token)
  expect((await at.get(`approvals/${id}`)).status).toBe(404)
})
