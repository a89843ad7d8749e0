import type { Role } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Answer } from '../client.ts'
import { newInstitution } from '../institution.ts'
import { staff } from '../people.ts'
import { passkeyDevice } from './passkey-device.ts'
import {
  accepted,
  type Browser,
  browser,
  codeOf,
  goodPassword,
  invited,
  type Served,
  servePeople,
  signIn,
} from './served.ts'

// No person is locked out permanently: a lost invitation, a lost phone, and an institution whose only administrator lost every factor.

let served: Served
let acme: string
let compliance: Browser
let mlro: Browser
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())
beforeEach(async () => {
  served.pass(day) // failed attempts of the previous test are forgotten
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  compliance = await asStaff('compliance')
  mlro = await asStaff('mlro')
})

async function asStaff(...roles: Parameters<typeof staff>[1][]): Promise<Browser> {
  const at = browser(served.origin, 'staff')
  at.setToken((await staff(served.env, ...roles)).token)
  return at
}

const portal = () => browser(served.origin)
const because = { reason: 'they called, and we called back' }
const good = ({ status, body }: Answer): any => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ruleOf = ({ status, body }: Answer) => [status, body.details?.rule]
const tokenIn = (link: string): string => link.split('#')[1]!
const day = 86_400

/** Sets a new password and authenticator app by a link. */
async function enter(token: string, at = portal()): Promise<Answer> {
  const offered = await at.post('link/options', { token })
  if (offered.status !== 200) return offered
  const { setup, secret } = offered.body.totp
  const totp = { setup, code: codeOf(secret, served.now()) }
  return at.post('link/accept', { token, password: goodPassword, totp })
}

const decide = async (by: Browser, id: string): Promise<Answer> => {
  const { payload_hash } = good(await by.get(`approvals/${id}`))
  return by.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
}

const peopleOf = async (institutionid: string): Promise<any[]> =>
  good(await compliance.get(`institutions/${institutionid}/people`)).items

/** A recovery that two of the staff agreed on: the whole token. */
async function recovery(id: string): Promise<string> {
  const asked = good(await compliance.post(`members/${id}/recover`, because))
  expect(asked).toMatchObject({ expires_at: null, link_approval: expect.any(String) })
  const { half } = good(await decide(mlro, asked.link_approval))
  return tokenIn(asked.link) + half
}

test('the lost invitation of a first administrator is replaced by staff, and the old link stops working', async () => {
  const { id, token } = await invited(served, acme, ['admin'])
  const made = good(await compliance.post(`members/${id}/link`, because))
  expect(made.link).toMatch(/\/portal\/link#/)
  expect(await peopleOf(acme)).toMatchObject([
    { id, state: 'invited', last_seen_at: null, open_link: { purpose: 'invitation', usable_from: null } },
  ])
  expect(ruleOf(await enter(token))).toEqual([400, 'link'])
  expect(good(await enter(tokenIn(made.link))).person.roles).toEqual(['admin'])
  expect(await peopleOf(acme)).toMatchObject([{ id, state: 'active', open_link: null }])
})

test('with an active administrator staff make no invitation: the administrator does', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await invited(served, acme, ['trader'])
  expect(ruleOf(await compliance.post(`members/${id}/link`, because))).toEqual([400, 'own_people'])
  expect(good(await admin.post(`members/${id}/link`, because)).link).toMatch(/\/portal\/link#/)
})

test('inviting an invited email again says where the new link is made', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { email } = await invited(served, acme, ['trader'])
  const again = await admin.post('members/invite', { email, name: 'Jane Doe', roles: ['trader'] })
  expect(again.body).toMatchObject({
    details: { rule: 'email_taken', field: 'email' },
    message: expect.stringContaining('is invited with this email already. Make a new link on the page of this person.'),
  })
})

test('a sole administrator without any factor is let back in by two members of staff, after a day', async () => {
  const lost = portal()
  const login = await accepted(served, lost, acme)
  const token = await recovery(login.id)
  expect(ruleOf(await enter(token))).toEqual([400, 'link_waits'])
  expect(await peopleOf(acme)).toMatchObject([{ open_link: { purpose: 'recovery', usable_from: expect.any(String) } }])
  served.pass(day + 1)
  const back = portal()
  expect(good(await enter(token, back)).person.id).toBe(login.id)
  expect((await lost.get('me')).status).toBe(401)
  expect((await back.get('members')).status).toBe(200)
})

test('an approver is let back in by staff too, although no administrator may do it', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await accepted(served, portal(), acme, ['approver'])
  good(await admin.post('second-person', { kind: 'member.key', needed: true }))
  expect(ruleOf(await admin.post(`members/${id}/link`, because))).toEqual([400, 'two_people'])
  const token = await recovery(id)
  served.pass(day + 1)
  expect(good(await enter(token)).person.roles).toEqual(['approver'])
})

test('a sign-in ends a recovery that its person did not request', async () => {
  const login = await accepted(served, portal(), acme)
  const token = await recovery(login.id)
  good(await signIn(served, portal(), login))
  served.pass(day + 1)
  expect(ruleOf(await enter(token))).toEqual([400, 'link'])
})

test('no one can decide alone: neither the requester, nor one half, nor the database login of the service', async () => {
  const { id } = await accepted(served, portal(), acme)
  const both = await asStaff('compliance', 'mlro')
  const asked = good(await both.post(`members/${id}/recover`, because))
  expect((await decide(both, asked.link_approval)).status).toBe(403)
  served.pass(day + 1)
  expect((await enter(tokenIn(asked.link))).status).toBe(400)
  const alone = served.env.db.query(
    `insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at, usable_from)
     values (gen_random_uuid(), $1, 'recovery', '\\x00', now() + interval '1 hour', now(), now())`,
    [id],
  )
  await expect(alone).rejects.toThrow(/approv/)
})

test('staff end the sessions of a person at once', async () => {
  const at = portal()
  const { id } = await accepted(served, at, acme)
  const support = await asStaff('support')
  expect(good(await support.post(`members/${id}/end-sessions`, because))).toEqual({ result: 'ok', ended: 1 })
  expect((await at.get('me')).status).toBe(401)
})

test('a person without their only passkey signs in with two recovery codes, once each, and adds the next one', async () => {
  const old = portal()
  const { email, codes } = await withPasskeyOnly(old)
  const back = portal()
  expect(
    (await back.post('sign-in/recovery', { email, recovery_code: codes[0]!, second_code: codes[0]! })).status,
  ).toBe(401)
  expect((await back.post('sign-in/recovery', { email, recovery_code: codes[0]!, second_code: 'aaaa' })).status).toBe(
    401,
  )
  const given = { email, recovery_code: codes[0]!, second_code: codes[1]! }
  expect(good(await back.post('sign-in/recovery', given)).session.method).toBe('recovery')
  expect((await old.get('me')).status).toBe(401)
  expect((await portal().post('sign-in/recovery', given)).status).toBe(401)
  const { body: options } = await back.post('passkeys/options')
  good(await back.post('passkeys', { name: 'new phone', credential: passkeyDevice(served.origin).create(options) }))
})

test('two recovery codes let no holder of a two-person role back in, and are not used up', async () => {
  const officer = await withPasskeyOnly(browser(served.origin, 'staff'), null, ['mlro'])
  const given = { email: officer.email, recovery_code: officer.codes[0]!, second_code: officer.codes[1]! }
  const attempt = () => browser(served.origin, 'staff').post('sign-in/recovery', given)
  const answers = [await attempt(), await attempt()]
  for (const answer of answers) expect(ruleOf(answer)).toEqual([400, 'two_people'])
  const support = await withPasskeyOnly(browser(served.origin, 'staff'), null, ['support'])
  const codes = { email: support.email, recovery_code: support.codes[0]!, second_code: support.codes[1]! }
  good(await browser(served.origin, 'staff').post('sign-in/recovery', codes))
})

test('two recovery codes let an approver back in only while the institution requires no second person', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { email, codes } = await withPasskeyOnly(portal(), acme, ['approver'])
  const attempt = (first: number) =>
    portal().post('sign-in/recovery', { email, recovery_code: codes[first]!, second_code: codes[first + 1]! })
  good(await attempt(0))
  good(await admin.post('second-person', { kind: 'member.key', needed: true }))
  expect(ruleOf(await attempt(2))).toEqual([400, 'two_people'])
})

test('two recovery codes do not replace the password of a person who has one', async () => {
  const {
    email,
    recoveryCodes: [one, two],
  } = await accepted(served, portal(), acme)
  const given = { email, recovery_code: one!, second_code: two! }
  expect((await portal().post('sign-in/recovery', given)).body.code).toBe('sign_in_failed')
})

/** A person who accepted the invitation with a passkey and has no password. */
async function withPasskeyOnly(
  at: Browser,
  institutionId: string | null = acme,
  roles: readonly Role[] = ['admin'],
): Promise<{ email: string; codes: string[] }> {
  const { email, token } = await invited(served, institutionId, roles)
  const { passkey } = (await at.post('link/options', { token })).body
  const credential = passkeyDevice(served.origin).create(passkey)
  const answer = good(await at.post('link/accept', { token, passkey: { name: 'phone', credential } }))
  return { email, codes: answer.recovery_codes }
}
