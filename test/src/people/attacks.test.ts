import { type PeopleCall, portalPath, prefixesOf } from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Answer } from '../client.ts'
import { staff } from '../people.ts'
import { as } from './portal.ts'
import { accepted, type Browser, browser, codeOf, invited, type Served, servePeople, signIn } from './served.ts'
import { passkeyDevice } from './passkey-device.ts'
import { staffOf, type Visitor } from './sample-rows.ts'
import { idNamed, needsFields, openWorld, staffRoleFor, type World } from './world.ts'

// Attacks on every call at once: other sites, unknown fields, text that a page or a terminal would execute; and attacks on the
// ways to sign in. Attacks on one call are tested next to it.

const script = '<script>alert(1)</script>'

let served: Served
let world: World
let staffWith: (role: StaffRole) => Promise<Visitor>
beforeAll(async () => {
  served = await servePeople({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  world = await openWorld(served, script)
  staffWith = staffOf(served)
})
afterAll(() => served.end())

/** A browser at its own address: failures of others there do not slow it down. */
let addresses = 0
const portal = () => browser(served.origin, 'institution', `203.0.113.${(addresses += 1)}`)
const mounted = peopleCalls.flatMap((call) =>
  prefixesOf(call).map((prefix) => ({ call, prefix, name: `${call.method} ${prefix}${call.path}` })),
)
type Mounted = (typeof mounted)[number]

/** A person who may make this call. */
async function visitorFor({ call, prefix }: Mounted): Promise<Visitor> {
  if (prefix === portalPath) return world.institution.at
  return call.act === 'self' || call.act === 'anyone' ? world.staff : staffWith(staffRoleFor(call))
}

const pathOf = (one: Mounted): string =>
  one.call.path.slice(1).replaceAll(/\{(\w+)\}/g, (_, field: string) => idNamed(world, one, field)!)

describe('another site', () => {
  const posts = mounted.filter(({ call }) => call.method === 'POST' && !call.byPrograms)

  test.each(posts)('$name ignores its form or script', async (one) => {
    const at = await visitorFor(one)
    for (const origin of ['https://evil.example', 'null', '', served.origin.replace('http:', 'https:')]) {
      for (const type of ['application/json', 'application/x-www-form-urlencoded', 'text/plain']) {
        const { status, body } = await at.post(pathOf(one), {}, { origin, 'content-type': type })
        expect([origin, type, status, body.code]).toEqual([origin, type, 403, 'foreign_origin'])
      }
    }
  })

  test.each(mounted)('$name is not opened to it by CORS', async (one) => {
    const answer = await fetch(`${served.origin}${one.prefix}/${pathOf(one)}`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://evil.example',
        'user-agent': 'browser',
        'access-control-request-method': one.call.method,
        'access-control-request-headers': 'content-type, authorization',
      },
    })
    const opened = [...answer.headers.keys()].filter((header) => header.startsWith('access-control-'))
    expect([answer.ok, opened]).toEqual([false, []])
  })

  test('calls of programs, which need no origin, neither read nor set a cookie', async () => {
    const programs = mounted.filter(({ call }) => call.byPrograms)
    expect(programs).toHaveLength(4)
    for (const one of programs) {
      expect(one.call.act).toBe('anyone')
      const answer = await (await visitorFor(one)).post(pathOf(one), {}, { origin: 'https://evil.example' })
      expect(answer.headers.getSetCookie()).toEqual([])
    }
  })
})

describe('unknown fields', () => {
  const planted = ['institutionid', 'institution_id', 'side', 'state', 'status', 'roles', 'maker', '__proto__']

  test.each(mounted)('$name', async (one) => {
    const at = await visitorFor(one)
    const foreign = planted.find((field) => !(field in one.call.request.shape))!
    const isInQuery = one.call.method === 'GET' || one.call.upload
    const path = isInQuery ? `${pathOf(one)}?${foreign}=admin` : pathOf(one)
    const { status, body } = await (one.call.method === 'GET' ? at.get(path) : at.post(path, { [foreign]: 'admin' }))
    expect([status, body.code]).toEqual([400, 'bad_request'])
    // A missing field may be reported first; the schema shows that the unknown field is refused.
    const { error } = one.call.request.safeParse({ [foreign]: 'admin' })
    const refused = error!.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : []))
    expect(refused).toEqual([foreign])
  })

  test('nested objects refuse them, too', () => {
    const loose = peopleCalls.flatMap((call) => looseIn(call.request, call.name))
    // Browsers may add fields to the answer of a passkey: those are dropped.
    expect(loose.filter((place) => !/\.credential(\.|$)/.test(place))).toEqual([])
  })
})

/** The positions of objects that would accept unknown fields. */
function looseIn(schema: z.ZodType, place: string): string[] {
  const def = schema.def as unknown as {
    type: string
    shape?: Record<string, z.ZodType>
    catchall?: z.ZodType
    innerType?: z.ZodType
    element?: z.ZodType
    in?: z.ZodType
    options?: z.ZodType[]
  }
  const inner = [def.innerType, def.element, def.in, ...(def.options ?? [])].filter((one) => one !== undefined)
  const isStrict = def.type !== 'object' || def.catchall?.def.type === 'never'
  return [
    ...(isStrict ? [] : [place]),
    ...inner.flatMap((one) => looseIn(one, place)),
    ...Object.entries(def.shape ?? {}).flatMap(([name, member]) => looseIn(member, `${place}.${name}`)),
  ]
}

describe('text that other programs would execute', () => {
  const fieldsOf = (call: PeopleCall) =>
    Object.keys(call.request.shape).filter((name) => !call.path.includes(`{${name}}`))
  const withFields = mounted.filter(({ call }) => call.method === 'POST' && !call.upload && fieldsOf(call).length > 0)

  test.each(withFields)('$name refuses control and direction characters', async (one) => {
    const at = await visitorFor(one)
    for (const name of fieldsOf(one.call)) {
      for (const [text, rule] of [
        ['Jane\u001b[2J', 'control'],
        ['Jane\u202eeoD', 'printable'],
      ]) {
        const { status, body } = await at.post(pathOf(one), { [name]: text })
        expect([name, status, body.details?.rule]).toEqual([name, 400, rule])
      }
    }
  })

  const reads = mounted.filter(({ call }) => call.method === 'GET' && !needsFields(call))
  const shown = new Set<string>()

  test.each(reads)('$name shows a script as data, never as a page', async (one) => {
    const at = await visitorFor(one)
    const { status, headers, body } = await at.get(pathOf(one))
    // Without its key there is no signed export, and this institution is not cleared for money; the rest exists.
    expect(one.call.act === 'money.read' ? [400, 403] : [200, 503]).toContain(status)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('content-security-policy')).toContain('sandbox')
    const disposition = headers.get('content-disposition') ?? ''
    // Shown in a frame, where the sandbox of the policy gives it an origin of its own.
    const isFramed = disposition.startsWith('inline; ') && headers.get('content-type') === 'application/pdf'
    expect(
      isFramed ||
        disposition.startsWith('attachment; ') ||
        headers.get('content-type') === 'application/json; charset=utf-8',
    ).toBe(true)
    expect(disposition).not.toContain('<')
    if (JSON.stringify(body).includes(script)) shown.add(`${one.prefix}${one.call.path}`)
  })

  test('it was stored in every name', () => {
    expect([...shown].toSorted()).toEqual([
      '/console/v1/addresses',
      '/console/v1/addresses/{id}',
      '/console/v1/agreements/{id}',
      '/console/v1/api-keys/{id}',
      '/console/v1/audit',
      '/console/v1/bank-accounts',
      '/console/v1/bank-accounts/{id}',
      '/console/v1/cases',
      '/console/v1/cases/{id}',
      '/console/v1/exchanges',
      '/console/v1/exchanges/{id}',
      '/console/v1/holds',
      '/console/v1/holds/{id}',
      '/console/v1/holds/{id}/case',
      '/console/v1/institutions',
      '/console/v1/institutions/{id}',
      '/console/v1/institutions/{id}/api-keys',
      '/console/v1/institutions/{id}/people',
      '/console/v1/kyb/{id}',
      '/console/v1/ledger/accounts',
      '/console/v1/ledger/accounts/{id}',
      '/console/v1/ledger/journals/{id}',
      '/console/v1/lists/entries',
      '/console/v1/lists/entries/{id}',
      '/console/v1/lists/versions/{id}',
      '/console/v1/members/{id}',
      '/console/v1/operations/{id}',
      '/console/v1/parties',
      '/console/v1/parties/{id}',
      '/console/v1/payments',
      '/console/v1/queue',
      '/console/v1/rails',
      '/console/v1/rules',
      '/console/v1/rules/{id}',
      '/portal/v1/addresses',
      '/portal/v1/addresses/own-party',
      '/portal/v1/addresses/{id}',
      '/portal/v1/approvals',
      '/portal/v1/approvals/{id}',
      '/portal/v1/bank-accounts',
      '/portal/v1/company',
      '/portal/v1/keys',
      '/portal/v1/keys/{id}',
      '/portal/v1/members',
    ])
  })

  test('a name with PDF syntax stays text in the copy of an agreement', async () => {
    const name = ') Tj ET /Link (evil'
    const { id } = world.institution
    const at = portal()
    await accepted(served, at, id, ['admin'])
    expect((await at.post('me', { name })).status).toBe(200)
    const officer = as(await staff(served.env, 'compliance'), served.origin)
    const sent = await officer('POST', '/agreements', { institutionid: id, product: 'stablecoin_issuance' })
    const agreement = `agreements/${sent.body.agreementid}`
    const { text_sha256 } = (await at.get(`${agreement}/text`)).body
    expect((await at.post(`${agreement}/sign`, { text_sha256, name })).body.status).toBe('signed')
    const { pdf } = (await at.get(`${agreement}/copy`)).body
    const file = Buffer.from(pdf, 'base64').toString('latin1')
    expect(file).toContain(String.raw`\) Tj ET /Link \(evil`)
    expect(file).not.toMatch(/[^\\]\) Tj ET \/Link/)
  })
})

describe('a planted session', () => {
  /** The holder of the earlier token has no access afterwards. */
  async function planted(enter: (at: Browser) => Promise<Answer>): Promise<void> {
    const at = portal()
    await accepted(served, at, world.institution.id, ['viewer'])
    const known = at.token()!
    const entered = await enter(at)
    expect(entered.status, JSON.stringify(entered.body)).toBe(200)
    expect(at.token()).not.toBe(known)
    const thief = portal()
    thief.setToken(known)
    expect((await thief.get('me')).body.code).toBe('not_signed_in')
  }

  test('ends with a sign-in by password', async () => {
    const victim = await accepted(served, portal(), world.institution.id, ['viewer'])
    await planted((at) => signIn(served, at, victim))
  })

  test('ends with a sign-in by passkey, and with an invitation', async () => {
    const device = passkeyDevice(served.origin)
    await planted(async (at) => {
      const { token } = await invited(served, world.institution.id, ['viewer'])
      const { passkey } = (await at.post('link/options', { token })).body
      return at.post('link/accept', { token, passkey: { name: 'phone', credential: device.create(passkey) } })
    })
    await planted(async (at) => {
      const { body } = await at.post('sign-in/passkey/options')
      return at.post('sign-in/passkey', { credential: device.get(body) })
    })
  })
})

describe('a code of the app', () => {
  const stepUp = (at: Browser, password: string, code: string) =>
    at.post('session/step-up/password', { password, code })

  test('is used once, for any purpose', async () => {
    const at = portal()
    const login = await accepted(served, at, world.institution.id, ['viewer'])
    const { email, password, secret } = login
    const ofInvitation = codeOf(secret, served.now())
    expect((await portal().post('sign-in/password', { email, password, code: ofInvitation })).status).toBe(401)
    expect((await stepUp(at, password, ofInvitation)).status).toBe(401)
    served.pass(30)
    const code = codeOf(secret, served.now())
    expect((await stepUp(at, password, code)).status).toBe(200)
    expect((await portal().post('sign-in/password', { email, password, code })).status).toBe(401)
  })

  test('is used once among parallel attempts, and none after a newer one', async () => {
    const login = await accepted(served, portal(), world.institution.id, ['viewer'])
    const { email, password, secret } = login
    served.pass(60)
    const older = codeOf(secret, served.now() - 30_000)
    const code = codeOf(secret, served.now())
    const attempts = Array.from({ length: 4 }, () => portal().post('sign-in/password', { email, password, code }))
    const statuses = (await Promise.all(attempts)).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
    expect((await portal().post('sign-in/password', { email, password, code: older })).status).toBe(401)
  })
})

test('an unknown passkey, and one with a wrong signature, get the same answer', async () => {
  const device = passkeyDevice(served.origin)
  const { token } = await invited(served, world.institution.id, ['viewer'])
  const at = portal()
  const { passkey } = (await at.post('link/options', { token })).body
  await at.post('link/accept', { token, passkey: { name: 'phone', credential: device.create(passkey) } })
  const answers = []
  for (const attempt of [
    (options: object) => passkeyDevice(served.origin).get(options),
    (options: object) => device.get(options, { origin: 'https://evil.example' }),
  ]) {
    const { body: options } = await portal().post('sign-in/passkey/options')
    const { status, body } = await portal().post('sign-in/passkey', { credential: attempt(options) })
    const { timestamp: _, traceid: __, ...told } = body
    answers.push([status, told])
  }
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]![0]).toBe(401)
})

test('a used link, an expired one and an unknown one get the same answer', async () => {
  const used = await invited(served, world.institution.id, ['viewer'])
  const at = portal()
  const { passkey } = (await at.post('link/options', { token: used.token })).body
  const credential = passkeyDevice(served.origin).create(passkey)
  await at.post('link/accept', { token: used.token, passkey: { name: 'phone', credential } })
  const ended = await invited(served, world.institution.id, ['viewer'])
  served.pass(8 * 86_400)
  const answers = []
  for (const token of [used.token, ended.token, 'A'.repeat(43)]) {
    const { status, body } = await portal().post('link/options', { token })
    const { timestamp: _, traceid: __, ...told } = body
    answers.push([status, told])
  }
  expect(answers).toEqual([answers[0], answers[0], answers[0]])
  expect(answers[0]![0]).toBe(400)
})
