import type { InstitutionRole } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Answer } from '../client.ts'
import { newInstitution } from '../institution.ts'
import { member, staff } from '../people.ts'
import { as } from './portal.ts'
import { accepted, type Browser, browser, codeOf, goodPassword, invited, type Served, servePeople } from './served.ts'

// The second person of an institution: one administrator alone cannot appoint them.

let served: Served
let acme: string
let admin: Browser
let approver: Browser
let approverId: string
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())
beforeEach(async () => {
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  admin = portal()
  await accepted(served, admin, acme)
  approver = portal()
  approverId = (await accepted(served, approver, acme, ['approver'])).id
})

const portal = () => browser(served.origin)
const because = { reason: 'for a test' }
const good = ({ status, body }: Answer): any => {
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const ruleOf = ({ status, body }: Answer) => [status, body.details?.rule]

const choose = () => admin.post('second-person', { kind: 'member.key', needed: true })
const person = async (id: string) =>
  (await admin.get('members')).body.items.find((one: { id: string }) => one.id === id)
const rolesOf = async (id: string): Promise<InstitutionRole[]> => (await person(id)).roles
const giveRoles = (id: string, ...roles: InstitutionRole[]) => admin.post(`members/${id}/roles`, { roles, ...because })
let emails = 0
const inviteWith = (...roles: InstitutionRole[]) =>
  admin.post('members/invite', { email: `new${(emails += 1)}@acme.example`, name: 'Nora Trask', roles })

/** The holder of the link signs in. */
async function enter(link: string): Promise<Answer> {
  const token = link.split('#')[1]!
  const at = portal()
  const offered = await at.post('link/options', { token })
  if (offered.status !== 200) return offered
  const { setup, secret } = offered.body.totp
  const totp = { setup, code: codeOf(secret, served.now()) }
  return at.post('link/accept', { token, password: goodPassword, totp })
}

async function decide(by: Browser, id: string): Promise<Answer> {
  const { payload_hash } = good(await by.get(`approvals/${id}`))
  return by.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash })
}

describe('while no act needs a second person', () => {
  test('an administrator invites approvers, grants the role and makes links', async () => {
    const { link, approval } = good(await inviteWith('approver'))
    expect(approval).toBeNull()
    expect((await enter(link)).body.person.roles).toEqual(['approver'])
    const { id } = await accepted(served, portal(), acme, ['viewer'])
    expect(good(await giveRoles(id, 'approver'))).toEqual({ result: 'ok', approval: null })
    expect(await rolesOf(id)).toEqual(['approver'])
    good(await admin.post(`members/${id}/link`, because))
  })

  test('the first choice is refused while no approver could decide: one who was only invited, or who is an administrator', async () => {
    good(await admin.post(`members/${approverId}/remove`, because))
    await invited(served, acme, ['approver'])
    await accepted(served, portal(), acme, ['admin', 'approver'])
    expect(ruleOf(await choose())).toEqual([400, 'no_approver'])
    await accepted(served, portal(), acme, ['approver'])
    good(await choose())
  })

  test('approvers’ links made before the first choice do not work after it', async () => {
    const invitation = good(await inviteWith('approver', 'viewer'))
    const recovery = good(await admin.post(`members/${approverId}/link`, because))
    good(await choose())
    for (const { link } of [invitation, recovery]) {
      const refused = await enter(link)
      expect(ruleOf(refused)).toEqual([400, 'link'])
      expect(refused.body.message).toContain('Ask its administrator to remove and invite you again')
    }
    expect((await approver.get('me')).status).toBe(200)
    // Without the role, it is an ordinary invitation.
    good(await giveRoles(invitation.id, 'viewer'))
    expect((await enter(invitation.link)).body.person.roles).toEqual(['viewer'])
  })
})

describe('while an act needs a second person', () => {
  beforeEach(async () => void good(await choose()))

  test('an invited approver gets the role when they have accepted and an approver agrees', async () => {
    const { id, link, approval } = good(await inviteWith('approver', 'viewer'))
    expect(await rolesOf(id)).toEqual(['viewer'])
    expect(ruleOf(await decide(approver, approval))).toEqual([400, 'not_accepted'])
    expect((await enter(link)).body.person.roles).toEqual(['viewer'])
    expect((await decide(admin, approval)).body.code).toBe('role_missing')
    expect(good(await approver.get(`approvals/${approval}`))).toMatchObject({
      title: 'Give Nora Trask the role approver',
      institution: { id: acme },
    })
    good(await decide(approver, approval))
    expect(await rolesOf(id)).toEqual(['approver', 'viewer'])
  })

  test('a new approver is requested, and accepted again once another one agrees', async () => {
    const at = portal()
    const { id } = await accepted(served, at, acme, ['trader'])
    const { link } = good(await admin.post(`members/${id}/link`, because))
    const { approval } = good(await giveRoles(id, 'viewer', 'approver'))
    expect(await rolesOf(id)).toEqual(['viewer'])
    const again = await giveRoles(id, 'viewer', 'approver')
    expect([again.status, again.body.details]).toEqual([403, { reason: 'open', approvalid: approval }])
    good(await decide(approver, approval))
    expect(await rolesOf(id)).toEqual(['approver', 'viewer'])
    expect((await at.get('me')).status).toBe(401)
    expect(ruleOf(await enter(link))).toEqual([400, 'link'])
  })

  test('a request of one institution cannot be decided by another', async () => {
    const { id } = await accepted(served, portal(), acme, ['viewer'])
    const { approval } = good(await giveRoles(id, 'approver'))
    const beta = await newInstitution(served.env.db, { name: 'Beta AG' })
    const stranger = portal()
    await accepted(served, stranger, beta, ['approver'])
    expect((await stranger.get(`approvals/${approval}`)).status).toBe(404)
    const decision = { decision: 'approve', payload_hash: '0'.repeat(64) }
    expect((await stranger.post(`approvals/${approval}/decide`, decision)).status).toBe(404)
  })

  test('an approver keeps the role, and it can be revoked at once', async () => {
    expect(good(await giveRoles(approverId, 'approver', 'viewer')).approval).toBeNull()
    expect(await rolesOf(approverId)).toEqual(['approver', 'viewer'])
    expect(good(await giveRoles(approverId, 'viewer')).approval).toBeNull()
    expect(await rolesOf(approverId)).toEqual(['viewer'])
  })

  test('no administrator makes a link for an approver, accepted or not', async () => {
    const { id } = await invited(served, acme, ['approver'])
    for (const one of [approverId, id]) {
      const refused = await admin.post(`members/${one}/link`, because)
      expect(ruleOf(refused)).toEqual([400, 'two_people'])
      expect(refused.body.message).toContain('Remove this person and invite them again')
    }
    const { id: trader } = await accepted(served, portal(), acme, ['trader'])
    good(await admin.post(`members/${trader}/link`, because))
  })

  test('an administrator who removes every approver gets no other one', async () => {
    for (const act of ['suspend', 'remove']) good(await admin.post(`members/${approverId}/${act}`, because))
    const { link, id, approval } = good(await inviteWith('approver'))
    expect((await enter(link)).body.person.roles).toEqual([])
    const { id: second } = await accepted(served, portal(), acme, ['viewer'])
    good(await giveRoles(second, 'approver'))
    expect([await rolesOf(id), await rolesOf(second)]).toEqual([[], []])
    expect((await decide(admin, approval)).body.code).toBe('role_missing')
  })
})

describe('an administrator who is also approver', () => {
  let both: Browser
  let bothId: string
  beforeEach(async () => {
    both = portal()
    bothId = (await accepted(served, both, acme, ['admin', 'approver'])).id
    good(await choose())
  })

  test('cannot approve: they could have invited the requester', async () => {
    const { id } = await accepted(served, portal(), acme, ['viewer'])
    const { approval } = good(await giveRoles(id, 'approver'))
    const refused = await decide(both, approval)
    expect([refused.status, refused.body.details]).toEqual([403, { reason: 'administrator' }])
    expect(await rolesOf(id)).toEqual([])
  })

  test('cannot be made, and stays approver only if another one agrees', async () => {
    expect(ruleOf(await inviteWith('admin', 'approver'))).toEqual([400, 'role_conflict'])
    expect(ruleOf(await giveRoles(approverId, 'admin', 'approver'))).toEqual([400, 'role_conflict'])
    const { approval } = good(await giveRoles(bothId, 'approver'))
    expect(await rolesOf(bothId)).toEqual([])
    good(await decide(approver, approval))
    expect(await rolesOf(bothId)).toEqual(['approver'])
  })
})

describe('an institution that has lost its approvers', () => {
  const propose = async (id: string) =>
    as(await staff(served.env, 'compliance'), served.origin)('POST', '/members/approver', { person: id, ...because })
  const approveByStaff = async ({ id, payload_hash }: { id: string; payload_hash: string }) =>
    as(await staff(served.env, 'mlro'), served.origin)('POST', `/approvals/${id}/decide`, {
      decision: 'approve',
      payload_hash,
    })

  test('gets one by two members of staff', async () => {
    good(await choose())
    good(await admin.post(`members/${approverId}/suspend`, because))
    const at = portal()
    const { id } = await accepted(served, at, acme, ['viewer'])
    const request = good(await propose(id))
    expect(request).toMatchObject({ title: 'Give Jane Doe the role approver', institution: { id: acme } })
    expect(await rolesOf(id)).toEqual(['viewer'])
    good(await approveByStaff(request))
    expect(await rolesOf(id)).toEqual(['approver', 'viewer'])
    expect((await at.get('me')).status).toBe(401)
  })

  test('not while one is left who could agree, nor without an act that needs a second person', async () => {
    const { id } = (await member(served.env, acme, 'viewer')).person
    expect(ruleOf(await propose(id))).toEqual([400, 'own_people'])
    good(await choose())
    expect(ruleOf(await propose(id))).toEqual([400, 'own_people'])
    good(await admin.post(`members/${approverId}/suspend`, because))
    const request = good(await propose(id))
    good(await admin.post(`members/${approverId}/reinstate`, because))
    expect(ruleOf(await approveByStaff(request))).toEqual([400, 'own_people'])
  })

  test('not an administrator, nor a person who has not accepted, nor one of the staff', async () => {
    good(await choose())
    good(await admin.post(`members/${approverId}/remove`, because))
    const { person: other } = await member(served.env, acme, 'admin')
    expect(ruleOf(await propose(other.id))).toEqual([400, 'role_conflict'])
    const { id } = await invited(served, acme, ['viewer'])
    expect(ruleOf(await propose(id))).toEqual([400, 'not_accepted'])
    expect((await propose((await staff(served.env, 'support')).person.id)).status).toBe(404)
  })
})
