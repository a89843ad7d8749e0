import { acts } from '@specie/protocol/people/acts.ts'
import {
  consolePath,
  needsBrowser,
  needsFresh,
  type PeopleCall,
  portalPath,
  prefixesOf,
} from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { institutionRoles, type Role } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import { client, type Issuer, startIssuer } from './issuer.ts'
import { passkeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { accepted, type Browser, browser, codeOf, type Login, type Served, servePeople } from './served.ts'

// Every kind of session × every act that creates access or moves money × the age of the factor, from the tables of acts and
// calls. The test itself records when a factor was shown, independent of the service.

let issuer: Issuer
let served: Served
let acme: string
beforeAll(async () => {
  issuer = await startIssuer()
  served = await servePeople({ OIDC_ISSUER: issuer.url, OIDC_CLIENT_ID: client.id, OIDC_CLIENT_SECRET: client.secret })
  served.stopClock()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(async () => {
  await served.end()
  await issuer.close()
})

type Person = Login & { isStaff: boolean; phone: PasskeyDevice }

/** A session, and the time of its factor. */
type SessionAccess = { at: Pick<Browser, 'get' | 'post'>; shownAt: number; isProgram?: true }

const desk = ({ isStaff }: Pick<Person, 'isStaff'>) => browser(served.origin, isStaff ? 'staff' : 'institution')

/** An answer that must be a success. */
async function good(answer: Promise<{ status: number; body: any }>): Promise<any> {
  const { status, body } = await answer
  expect([status, body]).toMatchObject([200, {}])
  return body
}

/** A person with every kind of factor, and the browser in which they have accepted. */
async function arrived(roles: readonly Role[], isStaff: boolean): Promise<{ person: Person; at: Browser }> {
  const at = desk({ isStaff })
  const login = await accepted(served, at, isStaff ? null : acme, roles)
  const phone = passkeyDevice(served.origin)
  const credential = phone.create(await good(at.post('passkeys/options')))
  await good(at.post('passkeys', { name: 'phone', credential }))
  return { person: { ...login, isStaff, phone }, at }
}

/** The code of the app, thirty seconds later: each works once. */
function nextCode({ secret }: Login): string {
  served.pass(30)
  return codeOf(secret, served.now())
}

async function byPassword(person: Person): Promise<SessionAccess> {
  const at = desk(person)
  const { email, password } = person
  await good(at.post('sign-in/password', { email, password, code: nextCode(person) }))
  return { at, shownAt: served.now() }
}

/** A program's credentials, obtained in a browser that signed in minutes ago. */
async function byProgram(
  person: Person,
  get: (at: SessionAccess['at']) => Promise<{ token: string }>,
): Promise<SessionAccess> {
  const { at: opener, shownAt } = await byPassword(person)
  served.pass(200)
  const { token } = await get(opener)
  const bearer = { authorization: `Bearer ${token}` }
  const at = desk(person)
  return {
    at: { get: (path) => at.get(path, bearer), post: (path, body) => at.post(path, body, bearer) },
    shownAt,
    isProgram: true,
  }
}

const ways: Record<string, (roles: readonly Role[], isStaff: boolean) => Promise<SessionAccess>> = {
  link: async (roles, isStaff) => {
    const shownAt = served.now()
    return { at: (await arrived(roles, isStaff)).at, shownAt }
  },
  password: async (...who) => byPassword((await arrived(...who)).person),
  'recovery code': async (...who) => {
    const { person } = await arrived(...who)
    const { email, password, recoveryCodes } = person
    const at = desk(person)
    await good(at.post('sign-in/password', { email, password, recovery_code: recoveryCodes[0] }))
    return { at, shownAt: served.now() }
  },
  passkey: async (...who) => {
    const { person } = await arrived(...who)
    const at = desk(person)
    await good(
      at.post('sign-in/passkey', { credential: person.phone.get(await good(at.post('sign-in/passkey/options'))) }),
    )
    return { at, shownAt: served.now() }
  },
  'single sign-on': async (...who) => {
    const { person } = await arrived(...who)
    const at = desk(person)
    // The issuer asked for a factor at their sign-in, minutes ago.
    const seconds = Math.floor(served.now() / 1_000) - 200
    issuer.user = { email: person.email, email_verified: true }
    issuer.over = { auth_time: seconds }
    const { url } = await good(at.post('sign-in/oidc'))
    const { headers } = await fetch(url, { redirect: 'manual' })
    const back = Object.fromEntries(new URL(headers.get('location')!).searchParams)
    await good(at.post('sign-in/oidc/finish', back))
    return { at, shownAt: seconds * 1_000 }
  },
  confirmation: async (...who) => {
    const { person } = await arrived(...who)
    const { at } = await byPassword(person)
    served.pass(600)
    await good(at.post('session/step-up/password', { password: person.password, code: nextCode(person) }))
    return { at, shownAt: served.now() }
  },
  token: async (...who) => {
    const { person } = await arrived(...who)
    return byProgram(person, (at) => good(at.post('tokens', { label: 'nightly' })))
  },
  device: async (...who) => {
    const { person } = await arrived(...who)
    return byProgram(person, async (at) => {
      const { user_code, device_code } = await good(desk(person).post('device'))
      await good(at.post('device/confirm', { user_code }))
      return good(desk(person).post('device/token', { device_code }))
    })
  },
}

/** People who together have all roles; no member of staff can have every role. */
const people: { who: string; roles: readonly Role[]; isStaff: boolean }[] = [
  { who: 'of an institution', roles: institutionRoles, isStaff: false },
  { who: 'who is an administrator', roles: ['admin'], isStaff: true },
  { who: 'who works with money', roles: ['operations', 'compliance', 'mlro'], isStaff: true },
]

const isDoor = (call: PeopleCall): boolean =>
  needsBrowser(call) || needsFresh(call) || (call.act.startsWith('money.') && call.act !== 'money.read')
const isOf = ({ roles, isStaff }: (typeof people)[number], call: PeopleCall): boolean =>
  prefixesOf(call).includes(isStaff ? consolePath : portalPath) &&
  (call.act === 'self' || (call.act !== 'anyone' && acts[call.act].roles.some((role) => roles.includes(role))))
const doorsOf = (one: (typeof people)[number]) => peopleCalls.filter((call) => isDoor(call) && isOf(one, call))

/** The gate's answer: an unknown field is checked after it, and nothing is done. */
async function answerTo(at: SessionAccess['at'], { path, method }: PeopleCall): Promise<string> {
  const request = path.slice(1).replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
  const { status, body } =
    method === 'GET' ? await at.get(`${request}?nonsense=1`) : await at.post(request, { nonsense: 1 })
  return status === 400 ? 'passed' : body.code
}

const fiveMinutes = 300_000

describe.each(people)('a person $who', (one) => {
  const open = Object.keys(ways).filter((way) => one.isStaff || way !== 'single sign-on')
  test.each(open)('by %s creates no access and moves no money with a factor older than five minutes', async (name) => {
    const { at, shownAt, isProgram = false } = await ways[name]!(one.roles, one.isStaff)
    const reported = async () =>
      Object.fromEntries(await Promise.all(doorsOf(one).map(async (call) => [call.name, await answerTo(at, call)])))
    const expected = (isFresh: boolean) =>
      Object.fromEntries(
        doorsOf(one).map((call) => [
          call.name,
          isProgram && needsBrowser(call)
            ? 'browser_required'
            : needsFresh(call) && !isFresh
              ? 'fresh_factor_required'
              : 'passed',
        ]),
      )
    served.pass((shownAt + fiveMinutes - served.now()) / 1_000)
    expect(await reported()).toEqual(expected(true))
    served.pass(0.001)
    expect(await reported()).toEqual(expected(false))
  })
})

test('no act that creates access or moves money is omitted', () => {
  const request = new Set(people.flatMap((one) => doorsOf(one).map(({ name }) => name)))
  const all = peopleCalls.filter((call) => call.act !== 'anyone' && isDoor(call)).map(({ name }) => name)
  expect([...request].toSorted()).toEqual([...new Set(all)].toSorted())
})

test('a new way to sign in is made in a browser only', () => {
  // A person's own factors, tokens and devices: everything that changes them.
  const own = peopleCalls.filter(
    ({ tag, method, act }) => ['Factors', 'Tokens'].includes(tag) && method === 'POST' && act !== 'anyone',
  )
  expect(own.filter((call) => !needsBrowser(call)).map(({ name }) => name)).toEqual([])
  // Every answer with a link.
  const links = peopleCalls.filter(({ response }) => 'link' in response.shape)
  expect(links.map(({ name }) => name).toSorted()).toEqual([
    'inviteInstitution',
    'inviteMember',
    'inviteStaff',
    'linkInstitutionMember',
    'linkMember',
    'linkStaff',
    'recoverInstitutionMember',
  ])
  expect(links.filter((call) => !needsBrowser(call)).map(({ name }) => name)).toEqual([])
})
