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

test('an administrator invites somebody, who comes in with the link', async () => {
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
  // Whether another institution knows the email is nobody's business, and nobody can take it away there.
  const beta = portal()
  await accepted(served, beta, await newInstitution(served.env.db, { name: 'Beta AG' }))
  expect((await beta.post('members/invite', person)).status).toBe(200)
})

test('what an administrator does to somebody takes effect with their next call', async () => {
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

test('a reason is asked for, and kept', async () => {
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

test('nobody changes their own roles or state', async () => {
  const admin = portal()
  const { id } = await accepted(served, admin, acme)
  expect((await admin.post(`members/${id}/roles`, { roles: ['viewer'], ...because })).body.details.rule).toBe(
    'own_account',
  )
  expect((await admin.post(`members/${id}/suspend`, because)).body.details.rule).toBe('own_account')
})

test('roles of staff go to an institution’s person as little as unknown ones', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  for (const roles of [['mlro'], ['root'], [], ['viewer', 'viewer']])
    expect((await admin.post('members/invite', { email: 'x@acme.example', name: 'X', roles })).status).toBe(400)
})

test('an administrator of the staff gives ordinary roles; and no two that conflict', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const invitation = { email: 'support@specie.example', name: 'Sue Port', ...because }
  const invited = await admin.post('staff/invite', { ...invitation, roles: ['support'] })
  expect([invited.status, invited.body.approval]).toEqual([200, null])
  expect(invited.body.link).toMatch(/\/console\/link#[\w-]{43}$/)
  const { id } = await accepted(served, desk(), null, ['support'])
  expect((await admin.post(`staff/${id}/roles`, { roles: ['support', 'compliance'], ...because })).status).toBe(200)
  const conflicting = await admin.post(`staff/${id}/roles`, { roles: ['admin', 'treasury'], ...because })
  expect(conflicting.body.details.rule).toBe('role_conflict')
})

const rolesOf = async (admin: Browser, id: string) =>
  (await admin.get('staff')).body.items.find((one: { id: string }) => one.id === id).roles

test.each(['mlro', 'operations', 'treasury', 'admin'] as const)('%s is given by two people', async (role) => {
  const admin = desk()
  const { id: adminId } = await accepted(served, admin, null, ['admin'])
  const checker = await staff(served.env, 'mlro')
  const at = desk()
  const login = await accepted(served, at, null, ['support'])
  const { status, body } = await admin.post(`staff/${login.id}/roles`, { roles: [role], ...because })
  expect(status).toBe(200)
  // What they had is taken at once; the new role is not there yet.
  expect(await rolesOf(admin, login.id)).toEqual([])
  const maker = (await findSession(served.env, admin.token()!, 'browser'))!
  expect(maker.person.id).toBe(adminId)
  await expect(approve(served.env, maker, body.approval)).rejects.toMatchObject({ code: 'approval_refused' })
  await approve(served.env, checker, body.approval)
  expect(await rolesOf(admin, login.id)).toEqual([role])
  expect((await at.get('me')).status).toBe(401)
})

test('a role that decides is given to nobody who has not accepted', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const checker = await staff(served.env, 'mlro')
  const invitation = { email: 'mo@specie.example', name: 'Mo', roles: ['mlro', 'support'], ...because }
  const { id, approval } = (await admin.post('staff/invite', invitation)).body
  expect(await rolesOf(admin, id)).toEqual(['support'])
  await expect(approve(served.env, checker, approval)).rejects.toMatchObject({ details: { rule: 'not_accepted' } })
  expect(await rolesOf(admin, id)).toEqual(['support'])
})

test('who decides on requests of others is not let back in by one administrator alone', async () => {
  const admin = desk()
  await accepted(served, admin, null, ['admin'])
  const { id: mlro } = await accepted(served, desk(), null, ['mlro'])
  const { id: support } = await accepted(served, desk(), null, ['support'])
  expect((await admin.post(`staff/${mlro}/link`, because)).body.details.rule).toBe('two_people')
  expect((await admin.post(`staff/${support}/link`, because)).status).toBe(200)
  // Nor is a link of one who has not accepted yet replaced: of the first two of an installation.
  const { id: waiting } = await invited(served, null, ['mlro'])
  expect((await admin.post(`staff/${waiting}/link`, because)).body.details.rule).toBe('two_people')
})

test('a link made before somebody got a role that decides is dead afterwards', async () => {
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

test('a link made before somebody was suspended is dead when they are reinstated', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const { id } = await accepted(served, portal(), acme, ['viewer'])
  const { link } = (await admin.post(`members/${id}/link`, because)).body
  await admin.post(`members/${id}/suspend`, because)
  expect((await admin.post(`members/${id}/reinstate`, because)).status).toBe(200)
  expect((await portal().post('link/options', { token: link.split('#')[1] })).status).toBe(400)
})

test('an email that somebody has is no error of the database, which would write it into its log', async () => {
  const { email } = await invited(served, acme, ['viewer'])
  const by = { actor: 'test', why: 'a test needs them', at: served.env.clock.now() }
  const person = { side: 'institution', institutionId: acme, email, name: 'Jane Doe', roles: ['viewer'] } as const
  await served.env.db.tx(async (tx) => {
    const again = createPerson(served.env, tx, person, by)
    await expect(again).rejects.toMatchObject({ details: { rule: 'email_taken' } })
    // After an error the transaction could not go on.
    expect(await tx.query('select')).toHaveLength(1)
  })
})
