import { createLink } from '@specie/service/people/person/link.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Answer } from '../client.ts'
import { newInstitution } from '../institution.ts'
import { passkeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { accepted, type Browser, browser, codeOf, type Login, type Served, servePeople, signIn } from './served.ts'

// A factor removed during a sign-in with it, and a factor added by a weaker one.

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)
const newPassword = 'another tram full of violins'

/** Until this number of statements wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(
      async () =>
        (
          await served.database.owner.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).length,
      { timeout: 20_000 },
    )
    .toBe(count)

/** Starts `first`, which waits only for its audit entry, then `second`, which waits for the person or the factor. */
async function together(first: () => Promise<Answer>, second: () => Promise<Answer>): Promise<Answer[]> {
  const both: Promise<Answer>[] = []
  await served.database.owner.tx(async (tx) => {
    await tx.query('select from audit.head for update')
    for (const [begun, begin] of [first, second].entries()) {
      both.push(begin())
      await waiting(begun + 1)
    }
  })
  return Promise.all(both)
}

async function withPasskey(at: Browser, device: PasskeyDevice): Promise<void> {
  const { body: options } = await at.post('passkeys/options')
  expect((await at.post('passkeys', { name: 'phone', credential: device.create(options) })).status).toBe(200)
}

async function enter(at: Browser, device: PasskeyDevice): Promise<Answer> {
  const { body: options } = await at.post('sign-in/passkey/options')
  return at.post('sign-in/passkey', { credential: device.get(options) })
}

async function confirm(at: Browser, device: PasskeyDevice): Promise<Answer> {
  const { body: options } = await at.post('session/step-up/passkey/options')
  return at.post('session/step-up/passkey', { credential: device.get(options) })
}

async function comeBack(at: Browser, { email, password, recoveryCodes }: Login, which = 0): Promise<void> {
  const answer = await at.post('sign-in/password', { email, password, recovery_code: recoveryCodes[which] })
  expect(answer.status).toBe(200)
}

test('a passkey removed at this moment does not sign in', async () => {
  const [owner, thief] = [portal(), portal()]
  await accepted(served, owner, acme)
  const stolen = passkeyDevice(served.origin)
  await withPasskey(owner, stolen)
  const { passkeys } = (await owner.get('factors')).body
  const answers = await together(
    () => owner.post(`passkeys/${passkeys[0].id}/remove`),
    () => enter(thief, stolen),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  expect((await thief.get('me')).status).toBe(401)
})

test('a passkey removed at this moment does not confirm', async () => {
  const [owner, thief] = [portal(), portal()]
  const login = await accepted(served, owner, acme)
  const stolen = passkeyDevice(served.origin)
  await withPasskey(owner, stolen)
  expect((await signIn(served, thief, login)).status).toBe(200)
  const { passkeys } = (await owner.get('factors')).body
  const answers = await together(
    () => owner.post(`passkeys/${passkeys[0].id}/remove`),
    () => confirm(thief, stolen),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
})

test('a password changed at this moment does not sign in', async () => {
  const [owner, thief] = [portal(), portal()]
  const login = await accepted(served, owner, acme)
  const answers = await together(
    () => owner.post('password', { password: newPassword }),
    () => signIn(served, thief, login),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  expect((await thief.get('me')).status).toBe(401)
})

test('an old passkey does not sign in while its person uses a recovery link', async () => {
  const [owner, back, thief] = [portal(), portal(), portal()]
  const { id } = await accepted(served, owner, acme)
  const stolen = passkeyDevice(served.origin)
  await withPasskey(owner, stolen)
  const { token } = await served.env.db.tx((tx) => createLink(served.env, tx, id, 'recovery'))
  const { totp } = (await back.post('link/options', { token })).body
  const given = { setup: totp.setup, code: codeOf(totp.secret, served.now()) }
  const answers = await together(
    () => back.post('link/accept', { token, password: newPassword, totp: given }),
    () => enter(thief, stolen),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
})

test('a person suspended at this moment does not sign in, not even after their reinstatement', async () => {
  const [admin, owner, thief] = [portal(), portal(), portal()]
  await accepted(served, admin, acme, ['admin'])
  const login = await accepted(served, owner, acme, ['viewer'])
  const reason = { reason: 'has left' }
  const answers = await together(
    () => admin.post(`members/${login.id}/suspend`, reason),
    () => signIn(served, thief, login),
  )
  expect(answers.map(({ status }) => status)).toEqual([200, 401])
  expect((await admin.post(`members/${login.id}/reinstate`, reason)).status).toBe(200)
  expect((await thief.get('me')).status).toBe(401)
})

test('new recovery codes end the sessions of the old ones, and no other', async () => {
  const [owner, other, back] = [portal(), portal(), portal()]
  const login = await accepted(served, owner, acme)
  expect((await signIn(served, other, login)).status).toBe(200)
  await comeBack(back, login)
  expect((await owner.post('recovery-codes')).status).toBe(200)
  expect((await back.get('me')).status).toBe(401)
  expect([(await owner.get('me')).status, (await other.get('me')).status]).toEqual([200, 200])
})

test('renewing the codes keeps the current session', async () => {
  const [owner, back] = [portal(), portal()]
  const login = await accepted(served, owner, acme)
  await comeBack(back, login)
  expect((await back.post('recovery-codes')).status).toBe(200)
  expect((await back.get('me')).status).toBe(200)
})

test('password and code alone add and remove no passkey of a person who has one, and renew no recovery codes', async () => {
  const [owner, thief] = [portal(), portal()]
  const login = await accepted(served, owner, acme)
  const [own, second] = [passkeyDevice(served.origin), passkeyDevice(served.origin)]
  // Options from before the first passkey.
  expect((await signIn(served, thief, login)).status).toBe(200)
  const { body: early } = await thief.post('passkeys/options')
  await withPasskey(owner, own)
  const { passkeys } = (await owner.get('factors')).body
  const refused = { code: 'fresh_factor_required', details: { factor: 'passkey' } }
  const mine = { name: 'mine', credential: second.create(early) }
  for (const [path, body] of [
    ['passkeys/options', {}],
    ['passkeys', mine],
    [`passkeys/${passkeys[0].id}/remove`, {}],
    ['recovery-codes', {}],
  ] as const)
    expect((await thief.post(path, body)).body, path).toMatchObject(refused)
  expect((await confirm(thief, own)).status).toBe(200)
  await withPasskey(thief, second)
})

test('a person without their passkey adds the next one with a recovery code, and removes the old one', async () => {
  const [owner, back] = [portal(), portal()]
  const login = await accepted(served, owner, acme)
  await withPasskey(owner, passkeyDevice(served.origin))
  await comeBack(back, login)
  const { passkeys } = (await back.get('factors')).body
  await withPasskey(back, passkeyDevice(served.origin))
  expect((await back.post(`passkeys/${passkeys[0].id}/remove`)).status).toBe(200)
})
