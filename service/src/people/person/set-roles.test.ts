import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { approve, member, staff } from '@specie/test/people.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { decideScreening } from '../../destinations/address/screen.ts'
import { submitAddress } from '../../destinations/address/submit.ts'
import { requestApproval } from '../approval/request.ts'
import type { Session } from '../session/session.ts'

// The database's answers to a client with the service's login, in production: where a second person is required, it
// gives the approver role to no person. Over HTTP: test/src/people/approvers.test.ts.

let database: TestDatabase
let env: Env
beforeAll(async () => {
  database = await freshDatabase('production')
  env = testEnv(database)
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

let acme: string
let admin: Session
let approver: Session
let viewer: Session
beforeEach(async () => {
  acme = await newInstitution(database.owner, { name: 'Acme Treasury AG' })
  admin = await member(env, acme, 'admin')
  approver = await member(env, acme, 'approver')
  viewer = await member(env, acme, 'viewer')
})

const choose = () =>
  env.db.query(`insert into people.second_person (institution_id, kind) values ($1, 'member.key')`, [acme])
const give = ({ person }: Session, ...roles: string[]) =>
  env.db.query('select people.set_roles($1, $2)', [person.id, roles])
const rolesOf = async ({ person }: Session) => {
  const rows = await env.db.query<{ role: string }>(
    'select role from directory.person_role where person_id = $1 and not is_taken order by role',
    [person.id],
  )
  return rows.map(({ role }) => role)
}
const missing = { constraint: 'approval_missing' }

/** Two people of the institution approve it, as the portal requests it. */
async function agreeTo({ person }: Session, ...roles: string[]): Promise<void> {
  const payload = { institutionid: acme, person: person.id, roles }
  const request = { kind: 'member.approver', subject: acme, payload, reason: 'x' } as const
  const { id } = await env.db.tx((tx) => requestApproval(env, tx, admin, request))
  await approve(env, approver, id)
}

test('while the institution requires no second person, the role is given like every other', async () => {
  await give(viewer, 'approver')
  expect(await rolesOf(viewer)).toEqual(['approver'])
})

test('once it requires one, the role is given to no person, new or known, and other roles are given as before', async () => {
  await choose()
  await expect(give(viewer, 'approver')).rejects.toMatchObject(missing)
  await expect(give(viewer, 'viewer', 'approver')).rejects.toMatchObject(missing)
  await expect(member(env, acme, 'approver')).rejects.toMatchObject(missing)
  for (const role of ['trader', 'admin']) {
    await give(viewer, role)
    expect(await rolesOf(viewer)).toEqual([role])
  }
  await give(approver, 'approver', 'viewer')
  await give(approver, 'viewer')
  await expect(give(approver, 'approver')).rejects.toMatchObject(missing)
})

test('the choice of another institution, and one that was dropped, change nothing', async () => {
  await choose()
  const beta = await newInstitution(database.owner, { name: 'Beta AG' })
  await member(env, beta, 'approver')
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query('update people.second_person set is_dropped = true where institution_id = $1', [acme])
  })
  await give(viewer, 'approver')
})

test('an administrator who was an approver does not keep the role', async () => {
  const both = await member(env, acme, 'admin', 'approver')
  await choose()
  await expect(give(both, 'approver')).rejects.toMatchObject(missing)
  await give(both, 'viewer')
})

test('two people of the institution give the role to the person that they approved', async () => {
  await choose()
  const other = await member(env, acme, 'viewer')
  await agreeTo(viewer, 'viewer', 'approver')
  expect([await rolesOf(viewer), await rolesOf(other)]).toEqual([['approver', 'viewer'], ['viewer']])
})

test('an approval for one person does not serve another', async () => {
  await choose()
  const other = await member(env, acme, 'viewer')
  const payload = { institutionid: acme, person: viewer.person.id, roles: ['approver'] }
  const request = { kind: 'member.approver', subject: acme, payload, reason: 'x' } as const
  const { id, payloadHash } = await env.db.tx((tx) => requestApproval(env, tx, admin, request))
  const misuse = env.db.tx(async (tx) => {
    await tx.query(`select people.decide_approval($1, $2, $3, 'approve', null, '{}', now())`, [
      approver.token,
      id,
      payloadHash,
    ])
    await tx.query('select people.use_approval($1, $2, now())', [id, payloadHash])
    await tx.query('select people.set_roles($1, $2)', [other.person.id, ['approver']])
  })
  await expect(misuse).rejects.toMatchObject(missing)
})

test('two members of staff give the role when no approver is left', async () => {
  await choose()
  await give(approver, 'viewer')
  const [maker, checker] = [await staff(env, 'support'), await staff(env, 'support')]
  for (const [who, role] of [
    [maker, 'compliance'],
    [checker, 'mlro'],
  ] as const)
    await database.owner.query('select people.write_roles($1, $2)', [who.person.id, [role]])
  const subject = viewer.person.id
  const request = { kind: 'institution.approver', subject, payload: { person: subject }, reason: 'x' } as const
  const { id } = await env.db.tx((tx) => requestApproval(env, tx, maker, request))
  expect(await rolesOf(viewer)).toEqual(['viewer'])
  await approve(env, checker, id)
  expect(await rolesOf(viewer)).toEqual(['approver', 'viewer'])
})

test.each(['compliance', 'auditor', 'mlro', 'operations', 'treasury', 'admin'] as const)(
  'nobody of the staff becomes %s, nor gets a link as one, without two people',
  async (role) => {
    const { person } = await staff(env, 'support')
    const link = () =>
      env.db.query(
        `insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at)
         values (gen_random_uuid(), $1, 'recovery', sha256(gen_random_uuid()::text::bytea), now() + interval '1 hour', now())`,
        [person.id],
      )
    await expect(env.db.query('select people.set_roles($1, $2)', [person.id, [role]])).rejects.toMatchObject(missing)
    await link()
    await database.owner.query('select people.write_roles($1, $2)', [person.id, [role]])
    await expect(link()).rejects.toMatchObject(missing)
  },
)

test('one person alone clears neither a bank account in a foreign name nor a hosted wallet', async () => {
  const account = await env.db.query<{ id: string }>(
    `insert into destinations.bank_account (id, institution_id, label, currency, identifier, name, accepted, created_at)
     values (gen_random_uuid(), $1, 'main', 'CHF', 'CH9300762011623852957', 'Somebody Else', false, now()) returning id`,
    [acme],
  )
  const accept = env.db.query('update destinations.bank_account set accepted = true where id = $1', [account[0]!.id])
  await expect(accept).rejects.toMatchObject(missing)
  const by = { actor: 'test', why: 'a test needs it', at: env.clock.now() }
  const wallet = {
    blockchain: 'ETH',
    address: `0x${'12'.repeat(20)}`,
    label: 'desk',
    memo: null,
    vasp: 'Coin Bank',
  } as const
  const id = await env.db.tx((tx) => submitAddress(env, tx, { institutionId: acme, ...wallet }, by))
  await expect(env.db.tx((tx) => decideScreening(env, tx, id, 'clear', by))).rejects.toMatchObject(missing)
})
