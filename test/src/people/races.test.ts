import { requestApproval, withdrawApproval } from '@specie/service/people/approval/request.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../client.ts'
import { approve, staff } from '../people.ts'
import { newInstitution } from '../institution.ts'
import { accepted, browser, codeOf, goodPassword, invited, type Served, servePeople } from './served.ts'

// Single-use secrets work once, also for parallel attempts.

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)

/** The error codes of this number of parallel attempts. */
async function refusals(tries: number, attempt: () => Promise<Answer>): Promise<string[]> {
  const answers = await Promise.all(Array.from({ length: tries }, attempt))
  return answers.filter(({ status }) => status !== 200).map(({ body }) => body.details?.rule ?? body.code)
}

test('one of many opens a link', async () => {
  const { id, token } = await invited(served, acme, ['viewer'])
  const { totp } = (await portal().post('link/options', { token })).body
  const given = { setup: totp.setup, code: codeOf(totp.secret, served.now()) }
  const accept = () => portal().post('link/accept', { token, password: goodPassword, totp: given })
  expect(await refusals(5, accept)).toEqual(Array(4).fill('link'))
  const [row] = await served.database.owner.query<{ sessions: bigint }>(
    'select count(*) as sessions from people.session where person_id = $1',
    [id],
  )
  expect(row!.sessions).toBe(1n)
})

test('one of many signs in with a code, and one with a recovery code', async () => {
  const { email, password, secret, recoveryCodes } = await accepted(served, portal(), acme)
  served.pass(30)
  const code = codeOf(secret, served.now())
  const withCode = () => portal().post('sign-in/password', { email, password, code })
  expect(await refusals(4, withCode)).toEqual(Array(3).fill('sign_in_failed'))
  served.pass(3_600)
  // Fewer than above: after five failures with one name from one address the next must wait.
  const withRecovery = () => portal().post('sign-in/password', { email, password, recovery_code: recoveryCodes[0] })
  expect(await refusals(2, withRecovery)).toEqual(['sign_in_failed'])
})

test('one of many confirms with a code', async () => {
  const at = portal()
  const { password, secret } = await accepted(served, at, acme)
  served.pass(30)
  const [token, code] = [at.token()!, codeOf(secret, served.now())]
  const confirm = () => {
    const same = portal()
    same.setToken(token)
    return same.post('session/step-up/password', { password, code })
  }
  expect(await refusals(4, confirm)).toHaveLength(3)
})

test('of two parallel decisions and a withdrawal, one counts', async () => {
  const { env } = served
  const { id: person } = await accepted(served, browser(served.origin, 'staff'), null, ['support'])
  for (let round = 0; round < 5; round += 1) {
    const maker = await staff(env, 'admin')
    const payload = { person, roles: ['operations'] }
    const request = { kind: 'staff.give_role', subject: person, payload, reason: 'x' } as const
    const { id } = await env.db.tx((tx) => requestApproval(env, tx, maker, request))
    const checkers = [await staff(env, 'mlro'), await staff(env, 'admin')]
    const answer = await Promise.allSettled([
      ...checkers.map((checker) => approve(env, checker, id)),
      withdrawApproval(env, maker, id),
    ])
    expect(answer.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const [row] = await env.db.query<{ entries: bigint }>(
      `select count(*) as entries from audit.entry where body like '%"subject":"' || $1 || '"}' and body not like '%.asked"%'`,
      [id],
    )
    expect(row!.entries).toBe(1n)
  }
})

test('two people cannot grant conflicting roles at the same moment', async () => {
  const { database, env } = served
  const { person } = await staff(env, 'support')
  const give = 'select people.set_roles($1, $2)'
  let second: Promise<unknown> = Promise.resolve()
  await database.app.tx(async (tx) => {
    await tx.query(give, [person.id, ['compliance']])
    second = database.app.tx((other) => other.query(give, [person.id, ['mlro']]))
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query = $1`
    await expect.poll(async () => (await database.owner.query(isWaiting, [give])).length).toBe(1)
  })
  await second
  const held = 'select role from directory.person_role where person_id = $1 and not is_taken'
  expect(await database.owner.query(held, [person.id])).toEqual([{ role: 'mlro' }])
})

test('a device that polls during the confirmation gets its token', async () => {
  const { database } = served
  const at = portal()
  const { id } = await accepted(served, at, acme)
  const { device_code, user_code } = (await portal().post('device', {})).body
  let taken: Promise<unknown> = Promise.resolve()
  await database.owner.tx(async (tx) => {
    await tx.query(
      `update people.device set person_id = $1, confirmed_at = $2, confirmed_by = (select id from people.session where person_id = $1)
       where user_code = $3`,
      [id, new Date(served.now()), user_code.replace('-', '')],
    )
    taken = portal().post('device/token', { device_code })
    const isWaiting = `select from pg_stat_activity where wait_event_type = 'Lock' and query like '%people.device%'`
    await expect.poll(async () => (await database.owner.query(isWaiting)).length).toBe(1)
  })
  expect(await taken).toMatchObject({ status: 200 })
})
