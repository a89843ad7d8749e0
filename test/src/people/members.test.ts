import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPerson } from '@specie/service/people/person/create.ts'
import { findSession } from '@specie/service/people/session/session.ts'
import { approve, staff } from '../people.ts'
import { newInstitution } from '../institution.ts'
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

let served: Served
let acme: string
let other: string
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  other = await newInstitution(served.env.db, { name: 'Other AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)
const desk = () => browser(served.origin, 'staff')
const because = { reason: 'for a test' }

test('an administrator invites a person, who signs in with the link', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const person = { email: 'New.Trader@acme.example', name: 'New Trader', roles: ['trader', 'viewer'] }
  const { status, body } = await admin.post('members/invite', person)
  expect(status).toBe(200)
  const token = body.link.split('#')[1]
  const at = portal()
  const { totp } = (await at.post('link/options', { token })).body
  const code = codeOf(totp.secret, served.now())
  await at.post('link/accept', { token, password: goodPassword, totp: { setup: totp.setup, code } })
  expect((await at.get('me')).body.person).toMatchObject({
    id: body.id,
    email: 'new.trader@acme.example',
    roles: ['trader', 'viewer'],
    institutionid: acme,
  })
  const { items } = (await at.get('members')).body
  expect(items.find((one: any) => one.id === body.id)).toMatchObject({ state: 'active', name: 'New Trader' })
  expect((await admin.post('members/invite', person)).body.details.rule).toBe('email_taken')
  // Whether another institution knows the email stays secret, and the email cannot be taken over there.
  const beta = portal()
  await accepted(served, beta, await newInstitution(served.env.db, { name: 'Beta AG' }))
  expect((await beta.post('members/invite', person)).status).toBe(200)
})

test('an administrator’s act on a person takes effect with their next call', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const at = portal()
  const login = await accepted(served, at, acme, ['viewer'])
  expect((await admin.post(`members/${login.id}/roles`, { roles: ['trader'], ...because })).status).toBe(200)
  expect((await at.get('me')).status).toBe(401)
  expect((await signIn(served, at, login)).body.person.roles).toEqual(['trader'])
  expect((await admin.post(`members/${login.id}/suspend`, because)).status).toBe(200)
  expect((await at.get('me')).status).toBe(401)
  expect((await signIn(served, at, login)).status).toBe(401)
  expect((await admin.post(`members/${login.id}/suspend`, because)).body.details.rule).toBe('state')
  expect((await admin.post(`members/${login.id}/link`, because)).body.details.rule).toBe('state')
  expect((await admin.post(`members/${login.id}/reinstate`, because)).status).toBe(200)
  served.pass(2)
  expect((await signIn(served, at, login)).status).toBe(200)
  expect((await admin.post(`members/${login.id}/remove`, because)).status).toBe(200)
  expect((await at.get('me')).status).toBe(401)
  expect((await admin.post(`members/${login.id}/reinstate`, because)).status).toBe(404)
})

test('a reason is required, and stored', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await accepted(served, portal(), acme, ['viewer'])
  expect((await admin.post(`members/${id}/suspend`)).body.details).toEqual({ field: 'reason', rule: 'missing' })
  await admin.post(`members/${id}/suspend`, { reason: 'left the company' })
  const [entry] = await served.database.owner.query<{ body: string }>(
    `select body from audit.entry where body like '%person.suspended%' and body like '%' || $1 || '%'`,
    [id],
  )
  expect(JSON.parse(entry!.body).detail.reason).toBe('left the company')
})

test('people of another institution do not exist', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await accepted(served, portal(), other, ['viewer'])
  const { id: staffId } = await accepted(served, desk(), null, ['support'])
  for (const foreign of [id, staffId]) {
    for (const path of ['suspend', 'reinstate', 'remove', 'link'])
      expect([path, (await admin.post(`members/${foreign}/${path}`, because)).status]).toEqual([path, 404])
    expect((await admin.post(`members/${foreign}/roles`, { roles: ['admin'], ...because })).status).toBe(404)
  }
  const { items } = (await admin.get('members')).body
  expect(items.map((one: any) => one.id)).not.toContain(id)
})

test('a person cannot change their own roles or state', async () => {
  const admin = portal()
  const { id } = await accepted(served, admin, acme)
  expect((await admin.post(`members/${id}/roles`, { roles: ['viewer'], ...because })).body.details.rule).toBe(
    'own_account',
  )
  expect((await admin.post(`members/${id}/suspend`, because)).body.details.rule).toBe('own_account')
})

test('roles of staff, like unknown ones, cannot be given to an institution’s person', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  for (const roles of [['mlro'], ['root'], [], ['viewer', 'viewer']])
    expect((await admin.post('members/invite', { email: 'x@acme.example', name: 'X', roles })).status).toBe(400)
})

test('an administrator of the staff gives ordinary roles; and no conflicting ones', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const invitation = { email: 'support@specie.example', name: 'Sue Port', ...because }
  const invited = await admin.post('staff/invite', { ...invitation, roles: ['support'] })
  expect([invited.status, invited.body.approval]).toEqual([200, null])
  expect(invited.body.link).toMatch(/\/console\/link#[\w-]{43}$/)
  const { id } = await accepted(served, desk(), null, ['support'])
  const request = await admin.post(`staff/${id}/roles`, { roles: ['support', 'compliance'], ...because })
  expect([request.status, request.body.approval]).toEqual([200, expect.any(String)])
  const conflicting = await admin.post(`staff/${id}/roles`, { roles: ['admin', 'treasury'], ...because })
  expect(conflicting.body.details.rule).toBe('role_conflict')
})

const rolesOf = async (admin: Browser, id: string) =>
  (await admin.get('staff')).body.items.find((one: { id: string }) => one.id === id).roles

test.each(['mlro', 'operations', 'treasury', 'admin', 'compliance', 'auditor'] as const)(
  '%s is given by two people',
  async (role) => {
    const admin = desk()
    const { id: adminId } = await accepted(served, admin, null, ['admin'])
    const checker = await staff(served.env, 'mlro')
    const at = desk()
    const login = await accepted(served, at, null, ['support'])
    const { status, body } = await admin.post(`staff/${login.id}/roles`, { roles: [role], ...because })
    expect(status).toBe(200)
    // Their earlier roles are revoked at once; the new role is not there yet.
    expect(await rolesOf(admin, login.id)).toEqual([])
    const maker = (await findSession(served.env, admin.token()!, 'browser'))!
    expect(maker.person.id).toBe(adminId)
    await expect(approve(served.env, maker, body.approval)).rejects.toMatchObject({ code: 'approval_refused' })
    await approve(served.env, checker, body.approval)
    expect(await rolesOf(admin, login.id)).toEqual([role])
    expect((await at.get('me')).status).toBe(401)
  },
)

test('a role that decides is not given to a person who has not accepted', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const checker = await staff(served.env, 'mlro')
  const invitation = { email: 'mo@specie.example', name: 'Mo', roles: ['mlro', 'support'], ...because }
  const { id, approval } = (await admin.post('staff/invite', invitation)).body
  expect(await rolesOf(admin, id)).toEqual(['support'])
  await expect(approve(served.env, checker, approval)).rejects.toMatchObject({ details: { rule: 'not_accepted' } })
  expect(await rolesOf(admin, id)).toEqual(['support'])
})

/** The content of a link, by its token. */
const opens = async (token: string) => (await desk().post('link/options', { token })).status
const decided = (at: Browser, id: string, hash: string) =>
  at.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash: hash })
const hashOf = async (at: Browser, id: string) => (await at.get(`approvals/${id}`)).body.payload_hash

test.each(['mlro', 'compliance', 'auditor', 'operations'] as const)(
  'one administrator does not become the %s by a link: it is made in two halves, by two people',
  async (role) => {
    const [admin, other] = [desk(), desk()]
    await accepted(served, admin, null, ['admin'])
    await accepted(served, other, null, ['admin'])
    const owner = desk()
    const { id } = await accepted(served, owner, null, [role])
    const made = await admin.post(`staff/${id}/link`, because)
    expect(made.body).toMatchObject({ link_approval: expect.any(String), expires_at: null })
    const first = made.body.link.split('#')[1]
    expect(first).toMatch(/^[\w-]{43}\.$/)
    const approval = made.body.link_approval
    const hash = await hashOf(other, approval)
    expect((await decided(admin, approval, hash)).body.details.reason).toBe('own_request')
    expect((await owner.get('me')).status).toBe(200)
    const { body } = await decided(other, approval, hash)
    expect(body.half).toMatch(/^[\w-]{43}$/)
    for (const token of [first, first.slice(0, -1), body.half, `${body.half}.${first.slice(0, -1)}`])
      expect([token, await opens(token)]).toEqual([token, 400])
    expect((await admin.get(`approvals/${approval}`)).body).not.toHaveProperty('half')
    expect(await opens(first + body.half)).toBe(200)
  },
)

test('a person invited for a role that needs two people signs in by a link in two halves', async () => {
  const [admin, other] = [desk(), desk()]
  await accepted(served, admin, null, ['admin'])
  await accepted(served, other, null, ['admin'])
  const invitation = { email: 'cora@specie.example', name: 'Cora', roles: ['compliance'], ...because }
  const { id, link, approval, link_approval } = (await admin.post('staff/invite', invitation)).body
  // Requested again, it is still incomplete: the request waits.
  expect((await admin.post(`staff/${id}/link`, because)).body.details.reason).toBe('open')
  const { body } = await decided(other, link_approval, await hashOf(other, link_approval))
  const token = link.split('#')[1] + body.half
  const at = desk()
  const { totp } = (await at.post('link/options', { token })).body
  const code = codeOf(totp.secret, served.now())
  expect(
    (await at.post('link/accept', { token, password: goodPassword, totp: { setup: totp.setup, code } })).status,
  ).toBe(200)
  expect(await opens(token)).toBe(400)
  expect((await at.get('me')).body.person.roles).toEqual([])
  await decided(other, approval, await hashOf(other, approval))
  expect(await rolesOf(admin, id)).toEqual(['compliance'])
})

test('a link made before its person got a role that decides no longer works afterwards', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const checker = await staff(served.env, 'mlro')
  const { id } = await accepted(served, desk(), null, ['support'])
  const { link } = (await admin.post(`staff/${id}/link`, because)).body
  const token = link.split('#')[1]
  expect((await desk().post('link/options', { token })).status).toBe(200)
  const { approval } = (await admin.post(`staff/${id}/roles`, { roles: ['mlro'], ...because })).body
  await approve(served.env, checker, approval)
  expect((await desk().post('link/options', { token })).body.details.rule).toBe('link')
})

test('a link made before a suspension no longer works after the reinstatement', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await accepted(served, portal(), acme, ['viewer'])
  const { link } = (await admin.post(`members/${id}/link`, because)).body
  await admin.post(`members/${id}/suspend`, because)
  expect((await admin.post(`members/${id}/reinstate`, because)).status).toBe(200)
  expect((await portal().post('link/options', { token: link.split('#')[1] })).status).toBe(400)
})

test('a known email causes no error of the database, which would write it into its log', async () => {
  const { email } = await invited(served, acme, ['viewer'])
  const by = { actor: 'test', why: 'a test needs them', at: served.env.clock.now() }
  const person = { side: 'institution', institutionId: acme, email, name: 'Jane Doe', roles: ['viewer'] } as const
  await served.env.db.tx(async (tx) => {
    const again = createPerson(served.env, tx, person, by)
    await expect(again).rejects.toMatchObject({ details: { rule: 'email_taken' } })
    // After an error the transaction could not continue.
    expect(await tx.query('select')).toHaveLength(1)
  })
})
