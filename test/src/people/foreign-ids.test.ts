import { consolePath, type PeopleCall, prefixesOf } from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Answer } from '../client.ts'
import { type Served, servePeople } from './served.ts'
import { type Institution, newInstitution, newPublicKey, staffOf, type Visitor } from './sample-rows.ts'
import { sampleCase } from './sample-case.ts'
import { idNamed, needsFields, openWorld, staffRoleFor, type World } from './world.ts'

// Every call with an id, in the path or in a field, made with the id of another institution, of another person, or an unknown
// one: the answer is the same 404. The calls come from the table; one with an id or field unknown to this file fails here.

let served: Served
let acme: Institution
let caseOfAcme: string
let world: World
let as: ReturnType<typeof staffOf>
let before: unknown
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served, 'Acme AG')
  caseOfAcme = await sampleCase(served.env, acme.id)
  world = await openWorld(served, 'Beta AG')
  as = staffOf(served)
  before = await allThatBetaSees()
})
afterAll(() => served.end())

const nobody = '00000000-0000-7000-8000-000000000000'

/** A valid value of each field that is not an id. */
const values: Record<string, unknown> = {
  reason: 'a test',
  name: 'Jane Doe',
  roles: ['viewer'],
  challenge: 'x',
  nonce: '1',
  signature: 'x',
  nonce_window_ms: null,
  travel_address: travelAddressOf('vasp.example/x/1?t=i'),
  text_sha256: 'ab'.repeat(32),
  answer: 'Nobody.',
  decision: 'approve',
  payload_hash: 'ab'.repeat(32),
  question: 'Who?',
  text: 'A note.',
}
/** Fields with a special meaning. */
const fieldsOf: Record<string, () => Record<string, unknown>> = {
  changePerson: () => demoPerson,
  addDocument: () => ({ kind: 'other', name: 'x.pdf' }),
  tickRequirement: () => ({ requirement: 'document.articles', ticked: true }),
  registerKey: () => ({ publickey: newPublicKey(), label: 'x', scopes: ['read'] }),
  setStaffRoles: () => ({ roles: ['support'], reason: 'a test' }),
  decideBankAccount: () => ({ decision: 'clear', reason: 'a test' }),
  retryExchange: () => ({ reason: 'a test' }),
  decideExchange: () => ({ decision: 'reject', reason: 'a test' }),
  decideAddress: () => ({ decision: 'clear', reason: 'a test' }),
}

type Case = { name: string; prefix: string; call: PeopleCall; field: string; isInPath: boolean }

const isId = (field: string): boolean => /(^|_)id$/.test(field) || field === 'replaces'

/** One case for each id of each call. In the console ids outside the path belong to requests. */
const cases: Case[] = peopleCalls.flatMap((call) =>
  prefixesOf(call).flatMap((prefix) =>
    Object.keys(call.request.shape)
      .filter(isId)
      .map((field) => ({
        name: `${prefix}${call.path} ${field}`,
        prefix,
        call,
        field,
        isInPath: call.path.includes(`{${field}}`),
      })),
  ),
)

function send(at: Visitor, { call }: Case, ids: Record<string, string>): Promise<Answer> {
  const known = (fieldsOf[call.name] ?? (() => values))()
  const shape = Object.keys(call.request.shape)
  const path = call.path.slice(1).replaceAll(/\{(\w+)\}/g, (_, field: string) => ids[field]!)
  const others = Object.fromEntries(
    shape
      .filter((field) => !call.path.includes(`{${field}}`) && (field in ids || field in known))
      .map((field) => [field, ids[field] ?? known[field]]),
  )
  if (call.upload) {
    const query = new URLSearchParams(others as Record<string, string>).toString()
    return at.upload(`${path}?${query}`, demoPdf)
  }
  return call.method === 'GET' ? at.get(path) : at.post(path, others)
}

/** The ids of a case: all except the tested one are right. */
function idsOf(request: Case, id: string): Record<string, string> {
  const inPath = [...request.call.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field!)
  const right = inPath.map((field) => [field, idNamed(world, request, field)!])
  return { ...Object.fromEntries(right), [request.field]: id }
}

const strangerFor = (request: Case): Promise<Visitor> | Visitor =>
  request.prefix === consolePath ? as(staffRoleFor(request.call)) : acme.at
const ownerFor = (request: Case): Promise<Visitor> | Visitor =>
  request.prefix !== consolePath
    ? world.institution.at
    : request.call.act === 'self'
      ? world.staff
      : as(staffRoleFor(request.call))

/** The console serves every institution: there, an id without an owner is unknown. */
const isForeign = ({ prefix, call, field }: Case): boolean =>
  prefix !== consolePath || call.act === 'self' || field !== 'id'

function withoutMoment({ status, body }: Answer, id: string): unknown {
  const { timestamp: _, traceid: __, ...told } = body
  return JSON.parse(JSON.stringify([status, told]).replaceAll(id, 'ID'))
}

/** For calls about money, money.test.ts shows this: neither of these institutions is cleared for any. */
const lists = peopleCalls.filter(
  (call) =>
    call.method === 'GET' &&
    call.where !== 'console' &&
    call.act !== 'money.read' &&
    !call.path.includes('{') &&
    !needsFields(call),
)

/** Values that change by reading are omitted. */
async function allThatBetaSees(): Promise<unknown> {
  const seen = await Promise.all(
    lists.map(async ({ path }) => [path, (await world.institution.at.get(path.slice(1))).body]),
  )
  const isByLooking = (name: string) => ['last_seen_at', 'seen_at', 'changes', 'next_cursor'].includes(name)
  return JSON.parse(JSON.stringify(seen, (name, value) => (isByLooking(name) ? undefined : value)))
}

test('every id of every call is known here', () => {
  for (const one of cases) expect([one.name, idNamed(world, one, one.field)]).toEqual([one.name, expect.any(String)])
  expect(cases.length).toBeGreaterThan(60)
})

describe('a foreign or unknown id', () => {
  test.each(cases)('$name', async (request) => {
    const at = await strangerFor(request)
    const unknown = await send(at, request, idsOf(request, nobody))
    expect([unknown.status, unknown.body.code]).toEqual([404, 'not_found'])
    if (!isForeign(request)) return
    // The owner of a document matters to the console, which names the institution or the case next to it.
    const ids = idsOf(request, idNamed(world, request, request.field)!)
    const elsewhere: Record<string, string> = { document_id: acme.id, file_id: caseOfAcme }
    const other = elsewhere[request.field]
    const foreign = await send(at, request, other === undefined ? ids : { ...ids, id: other })
    expect(withoutMoment(foreign, ids[request.field]!)).toEqual(withoutMoment(unknown, nobody))
  })

  test('changes nothing', async () => {
    expect(await allThatBetaSees()).toEqual(before)
  })

  test('lists show no data of another institution', async () => {
    const theirs = [
      ...Object.values(world.things),
      world.institution.at.personid,
      world.institution.at.passkeyid,
      world.institution.at.sessionid,
    ]
    for (const { path } of lists) {
      const { status, body } = await acme.at.get(path.slice(1))
      expect([path, status]).toEqual([path, 200])
      for (const id of theirs) expect(JSON.stringify(body), path).not.toContain(id)
    }
  })

  test('the search of the portal finds no data of another institution, by id or by name', async () => {
    const texts = [...Object.values(world.things), world.institution.at.personid, 'Beta', `0x${'12'.repeat(20)}`]
    for (const text of texts) {
      const { status, body } = await acme.at.get(`search?q=${encodeURIComponent(text)}`)
      expect([text, status, body.items]).toEqual([text, 200, []])
    }
    const { items } = (await world.institution.at.get(`search?q=${world.things.address}`)).body
    expect(items).toMatchObject([{ kind: 'wallet', id: world.things.address }])
  })

  test('a request of an institution does not exist in the console, and vice versa', async () => {
    const mlro = await as('mlro')
    expect((await mlro.get(`approvals/${world.things.approval}`)).status).toBe(404)
    expect((await world.institution.at.get(`approvals/${world.staffApproval}`)).status).toBe(404)
  })
})

// Last, because it changes them, and removals at the very end. With a wrong id here, the answers above would prove nothing.
describe('the same id by its owner', () => {
  const isRemoval = ({ call }: Case) => call.path.endsWith('/remove')
  const inOrder = cases.toSorted((a, b) => Number(isRemoval(a)) - Number(isRemoval(b)))
  test.each(inOrder)('$name', async (request) => {
    const { status } = await send(
      await ownerFor(request),
      request,
      idsOf(request, idNamed(world, request, request.field)!),
    )
    expect(status).not.toBe(404)
  })
})
