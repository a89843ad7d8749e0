import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import type { Env } from '@specie/service/base/env.ts'
import { registerKey } from '@specie/service/access/api-key/register.ts'
import { keyPayload, newKeyOf } from '@specie/service/access/api-key/request.ts'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { canonical, type Client, clientOf, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { approve, member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { as } from './portal.ts'

// API keys as an institution's people manage them, over two processes that both cache the keys.

let database: TestDatabase
let services: RunningService[]
let env: Env

beforeAll(async () => {
  database = await freshDatabase()
  services = await Promise.all([startService(database.url), startService(database.url)])
  env = testEnv(database)
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await env.runtime.close()
  await database.drop()
})

const origin = (n = 0): string => services[n]!.origin
type Call = ReturnType<typeof as>
type Acme = { institutionid: string; first: Client; admin: Call; session: Session }

async function institution(): Promise<Acme> {
  const first = await onboard(origin())
  const session = await member(env, first.institutionid, 'admin')
  return { institutionid: first.institutionid, first, admin: as(session, origin()), session }
}

type Pair = { publickey: string; privateKey: KeyObject }
function newPair(): Pair {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { publickey: publicKey.export({ type: 'spki', format: 'der' }).toString('base64'), privateKey }
}

/** Signed by a client program: it shares no code with the service. */
async function prove(admin: Call, keyid: string, { privateKey }: Pair) {
  const { body } = await admin('POST', `/keys/${keyid}/challenge`)
  const nonce = String(Date.now())
  const text = body.path + canonical({ challenge: body.challenge }) + nonce
  const signature = sign('sha256', Buffer.from(text), privateKey).toString('base64url')
  return admin('POST', `/keys/${keyid}/prove`, { challenge: body.challenge, nonce, signature })
}

/** A key of this institution, registered and proved through the portal. */
async function newKey({ admin, institutionid }: Acme, more: object = {}): Promise<{ keyid: string; client: Client }> {
  const pair = newPair()
  const request = { publickey: pair.publickey, label: 'trading', scopes: ['read'], ...more }
  const { status, body } = await admin('POST', '/keys', request)
  expect(status, JSON.stringify(body)).toBe(200)
  expect(await prove(admin, body.keyid, pair)).toMatchObject({ status: 200, body: { status: 'active' } })
  return { keyid: body.keyid, client: clientOf(origin(), institutionid, pair.publickey, pair.privateKey) }
}

/** A key has one call a second: as if that second had passed. */
const pace = () => database.owner.query(`update access.key_use set next_at = now() - interval '1 second'`)

/** The answers of both processes to this key's next call. */
async function inBoth({ call }: Client): Promise<string[]> {
  const answers = []
  for (const { origin } of services) {
    await pace()
    const { status, body } = await call('accountBalance', {}, { origin })
    answers.push(`${status} ${body.details?.key_status ?? body.code ?? 'ok'}`)
  }
  return answers
}

describe('a key from its registration on', () => {
  test('is listed, proved, used and shown with its last calls', async () => {
    const acme = await institution()
    const pair = newPair()
    const request = { publickey: pair.publickey, label: 'reports', scopes: ['read'], nonce_window_ms: 60_000 }
    const { body: registered } = await acme.admin('POST', '/keys', request)
    const client = clientOf(origin(), acme.institutionid, pair.publickey, pair.privateKey)
    expect(await inBoth(client)).toEqual(['401 registered', '401 registered'])
    expect(await prove(acme.admin, registered.keyid, pair)).toMatchObject({ status: 200 })
    const info = await client.call('keyInfo')
    expect(info.body).toMatchObject({ keyid: registered.keyid, label: 'reports', scopes: ['read'], status: 'active' })
    const refused = await client.call('keyInfo')
    expect(refused.body.code).toBe('rate_limited')
    const { body } = await acme.admin('GET', '/keys')
    expect(body.items).toHaveLength(2)
    const [shown] = body.items
    expect(shown).toMatchObject({
      keyid: registered.keyid,
      publickey: pair.publickey,
      nonce_window_ms: 60_000,
      ip_allowlist: [],
      expires_at: null,
    })
    // The early call was refused, and spent nothing.
    expect(shown.last_nonce).toBe(info.body.last_nonce)
    expect(Math.abs(Date.parse(shown.last_used_at) - Date.now())).toBeLessThan(60_000)
    const { steps, ...one } = (await acme.admin('GET', `/keys/${registered.keyid}`)).body
    expect(one).toEqual(shown)
    expect(steps.map(({ state }: { state: string }) => state)).toEqual(['registered', 'active'])
    const calls = async () => (await acme.admin('GET', `/keys/${registered.keyid}/calls`)).body.items
    await expect.poll(async () => (await calls()).length).toBe(2)
    expect(await calls()).toMatchObject([
      { status: 429, code: 'rate_limited', traceid: refused.body.traceid, path: '/api/v1/private/keyInfo' },
      { status: 200, code: null, traceid: info.headers.get('x-trace-id') },
    ])
  })

  test('a call without a valid signature is not among its calls', async () => {
    const acme = await institution()
    const { keyid, client } = await newKey(acme)
    expect((await client.call('keyInfo', {}, { signed: 'forged' })).status).toBe(401)
    expect((await client.call('keyInfo')).status).toBe(200)
    const calls = async () => (await acme.admin('GET', `/keys/${keyid}/calls`)).body.items
    await expect.poll(async () => (await calls()).length).toBe(1)
    expect((await calls())[0].status).toBe(200)
  })

  test('the last hundred calls of each key are stored, and slightly more at most', async () => {
    const acme = await institution()
    const { keyid: key } = await newKey(acme)
    const other = crypto.randomUUID()
    const note = (key_id: string, from: number, many: number) =>
      database.app.query('select access.record_calls($1)', [
        JSON.stringify(
          Array.from({ length: many }, (_, n) => ({
            key_id,
            at: new Date(),
            path: `/${from + n}`,
            status: 200,
            code: null,
            trace_id: 't',
            ip: '127.0.0.1',
          })),
        ),
      ])
    await note(other, 0, 60)
    for (let from = 0; from < 400; from += 50) await note(key, from, 50)
    const [kept] = await database.app.query<{ own: number; others: number }>(
      `select count(*) filter (where key_id = $1)::int as own, count(*) filter (where key_id = $2)::int as others
       from access.recent_call`,
      [key, other],
    )
    expect(kept!.others).toBe(60)
    expect(kept!.own).toBeLessThan(130)
    const { items } = (await acme.admin('GET', `/keys/${key}/calls`)).body
    const paths = items.map(({ path }: { path: string }) => path)
    expect(paths).toEqual(Array.from({ length: 100 }, (_, n) => `/${399 - n}`))
  })

  test('freezing and revoking take effect with the next call, in every process', async () => {
    const acme = await institution()
    const { keyid, client } = await newKey(acme)
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
    const change = (what: string) => acme.admin('POST', `/keys/${keyid}/${what}`, { reason: 'lost' })
    expect((await change('freeze')).body.status).toBe('frozen')
    expect(await inBoth(client)).toEqual(['401 frozen', '401 frozen'])
    expect((await change('unfreeze')).body.status).toBe('active')
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
    expect((await change('revoke')).body.status).toBe('revoked')
    expect(await inBoth(client)).toEqual(['401 revoked', '401 revoked'])
    expect(await inBoth(acme.first)).toEqual(['200 ok', '200 ok'])
  })

  test('our staff freezes it, and the institution cannot unfreeze it', async () => {
    const acme = await institution()
    const { keyid, client } = await newKey(acme)
    const operator = as(await staff(env, 'operations'), origin(1))
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
    const { body } = await operator('GET', `/institutions/${acme.institutionid}/api-keys`)
    expect(body.items.map((key: { keyid: string }) => key.keyid)).toContain(keyid)
    expect((await operator('POST', `/api-keys/${keyid}/freeze`, { reason: 'stolen' })).body.status).toBe('frozen')
    expect(await inBoth(client)).toEqual(['401 frozen', '401 frozen'])
    const unfrozen = await acme.admin('POST', `/keys/${keyid}/unfreeze`, { reason: 'found' })
    expect(unfrozen).toMatchObject({ status: 400, body: { details: { rule: 'frozen_by_staff' } } })
    expect((await operator('POST', `/api-keys/${keyid}/unfreeze`, { reason: 'found' })).body.code).toBe('role_missing')
    const mlro = as(await staff(env, 'mlro'), origin())
    expect((await mlro('POST', `/api-keys/${keyid}/unfreeze`, { reason: 'found' })).body.status).toBe('active')
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
  })

  test('an approver freezes it, and an administrator cannot unfreeze it', async () => {
    const acme = await institution()
    const { keyid, client } = await newKey(acme)
    const approver = as(await member(env, acme.institutionid, 'approver'), origin(1))
    const change = (who: typeof approver, what: string) =>
      who('POST', `/keys/${keyid}/${what}`, { reason: 'odd calls' })
    // Also a key that the administrator has frozen, and could unfreeze again.
    expect((await change(acme.admin, 'freeze')).body.status).toBe('frozen')
    expect((await change(approver, 'unfreeze')).body.details.rule).toBe('frozen_by_admin')
    expect((await change(approver, 'freeze')).body.status).toBe('frozen')
    expect((await change(acme.admin, 'unfreeze')).body.details.rule).toBe('frozen_by_approver')
    expect(await inBoth(client)).toEqual(['401 frozen', '401 frozen'])
    expect((await change(approver, 'unfreeze')).body.status).toBe('active')
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
  })

  test('a successor takes over: both work, then the old one is refused', async () => {
    const acme = await institution()
    const old = await newKey(acme)
    expect(await inBoth(old.client)).toEqual(['200 ok', '200 ok'])
    const successor = await newKey(acme, { replaces: old.keyid, overlap_hours: 1 })
    expect(await inBoth(old.client)).toEqual(['200 ok', '200 ok'])
    expect(await inBoth(successor.client)).toEqual(['200 ok', '200 ok'])
    const last = await newKey(acme, { replaces: successor.keyid, overlap_hours: 0 })
    expect(await inBoth(successor.client)).not.toContain('200 ok')
    expect(await inBoth(last.client)).toEqual(['200 ok', '200 ok'])
    const { body } = await acme.admin('GET', '/keys')
    const shown = body.items.find(({ keyid }: { keyid: string }) => keyid === old.keyid)
    expect(shown.status).toBe('rotating')
    expect(Date.parse(shown.revoke_at) - Date.now()).toBeGreaterThan(50 * 60_000)
  })

  test('it expires by itself, in processes that cached it', async () => {
    const acme = await institution()
    const expires = Date.now() + 3_000
    const { client } = await newKey(acme, { expires_at: new Date(expires).toISOString() })
    expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
    await expect.poll(() => Date.now()).toBeGreaterThan(expires)
    expect(await inBoth(client)).toEqual(['401 expired', '401 expired'])
  })

  test('it is accepted from its networks only', async () => {
    const acme = await institution()
    const elsewhere = await newKey(acme, { ip_allowlist: ['203.0.113.0/24', '2001:db8::/32'] })
    expect(await inBoth(elsewhere.client)).toEqual(['403 ip_not_allowed', '403 ip_not_allowed'])
    const here = await newKey(acme, { ip_allowlist: ['127.0.0.1'] })
    expect(await inBoth(here.client)).toEqual(['200 ok', '200 ok'])
  })
})

describe('a second person', () => {
  test('approves a key that may write, if the institution has chosen so', async () => {
    const acme = await institution()
    const choose = () => acme.admin('POST', '/second-person', { kind: 'member.key', needed: true })
    // No approver could decide it yet.
    expect((await choose()).body).toMatchObject({ code: 'bad_request', details: { rule: 'no_approver' } })
    await member(env, acme.institutionid, 'approver')
    expect((await choose()).body).toMatchObject({ kinds: ['member.key'], approvers: 1 })
    const requested = (scopes: string[]) => ({ publickey: newPair().publickey, label: 'desk', scopes })
    expect((await acme.admin('POST', '/keys', requested(['read']))).body.approvalid).toBeNull()
    const { body } = await acme.admin('POST', '/keys', requested(['read', 'trade']))
    expect(body).toEqual({ keyid: null, approvalid: expect.any(String) })
    const keys = async () => (await acme.admin('GET', '/keys')).body.items.length
    expect(await keys()).toBe(2)
    // Nor by SQL with the service's own login: not another key in its place, and not by adding scopes to one that reads.
    const key = newKeyOf(keyPayload.parse({ ...requested(['read', 'trade']), institutionid: acme.institutionid }))
    const by = { actor: 'test', why: 'by hand', at: env.clock.now() }
    await expect(env.db.tx((tx) => registerKey(env, tx, key, by))).rejects.toMatchObject({
      code: 'approval_refused',
      details: { reason: 'missing' },
    })
    const widen = `update access.api_key set scopes = '{read,withdraw}' where institution_id = $1 and scopes = '{read}'`
    await expect(env.db.query(widen, [acme.institutionid])).rejects.toMatchObject({ constraint: 'approval_missing' })
    await approve(env, await member(env, acme.institutionid, 'approver'), body.approvalid)
    expect(await keys()).toBe(3)
  })

  test('is required until a second person has agreed to drop the rule', async () => {
    const acme = await institution()
    const choose = (needed: boolean) => acme.admin('POST', '/second-person', { kind: 'member.key', needed })
    const approver = await member(env, acme.institutionid, 'approver')
    await choose(true)
    const { body } = await choose(false)
    expect(body).toEqual({ kinds: ['member.key'], amounts: [], approvers: 1, approvalid: expect.any(String) })
    await approve(env, approver, body.approvalid)
    expect((await acme.admin('GET', '/second-person')).body.kinds).toEqual([])
  })
})

test('keys of another institution do not exist, for every call', async () => {
  const [acme, beta] = [await institution(), await institution()]
  const { keyid, client } = await newKey(beta)
  const reason = 'because'
  const request: ['GET' | 'POST', string, object?][] = [
    ['GET', `/keys/${keyid}/calls`],
    ['POST', `/keys/${keyid}/challenge`],
    ['POST', `/keys/${keyid}/prove`, { challenge: 'x', nonce: '1', signature: 'x' }],
    ['POST', `/keys/${keyid}/freeze`, { reason }],
    ['POST', `/keys/${keyid}/unfreeze`, { reason }],
    ['POST', `/keys/${keyid}/revoke`, { reason }],
    ['POST', `/keys/${keyid}/nonce-window`, { nonce_window_ms: null }],
    ['POST', '/keys', { publickey: newPair().publickey, label: 'x', scopes: ['read'], replaces: keyid }],
    ['GET', '/keys/no-id/calls'],
  ]
  for (const call of request) expect(await acme.admin(...call), call[1]).toMatchObject({ status: 404 })
  expect(await inBoth(client)).toEqual(['200 ok', '200 ok'])
})

test('person, reason and address are in the audit log', async () => {
  const acme = await institution()
  const { keyid } = await newKey(acme)
  await acme.admin('POST', `/keys/${keyid}/freeze`, { reason: 'laptop stolen' })
  const auditor = as(await staff(env, 'auditor'), origin())
  const { body } = await auditor('GET', `/audit?subject=${keyid}`)
  expect(body.items.map(({ action }: { action: string }) => action)).toEqual([
    'key.frozen',
    'key.proven',
    'key.registered',
  ])
  expect(body.items[0]).toMatchObject({
    actor: `person:${acme.session.person.id}`,
    detail: [
      { name: 'institutionid', values: [acme.session.person.institutionId] },
      { name: 'ip', values: ['127.0.0.1'] },
      { name: 'session', values: [acme.session.id] },
      { name: 'why', values: ['laptop stolen'] },
    ],
  })
  expect(body.items[1].detail).toEqual([
    { name: 'institutionid', values: [acme.session.person.institutionId] },
    { name: 'ip', values: ['127.0.0.1'] },
    { name: 'method', values: ['challenge'] },
    { name: 'session', values: [acme.session.id] },
  ])
})
