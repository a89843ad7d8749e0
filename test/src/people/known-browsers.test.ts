import { createPerson } from '@specie/service/people/person/create.ts'
import { createLink } from '@specie/service/people/person/link.ts'
import { signInWithPassword } from '@specie/service/people/sign-in/password.ts'
import type { Sql, Tx } from '@specie/service/base/database/db.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import { accepted, type Browser, browser, codeOf, type Login, type Served, servePeople, signIn } from './served.ts'

// People who share an address, and people who share an email: who slows down whom, and what a stranger can learn.

let served: Served
let acme: string
let beta: string
beforeAll(async () => {
  served = await servePeople({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  served.stopClock()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  beta = await newInstitution(served.env.db, { name: 'Beta AG' })
})
afterAll(() => served.end())

const portal = (forwarded?: string) => browser(served.origin, 'institution', forwarded)

/** Unique addresses of this test run. */
let addresses = 0
const newAddress = () => `203.0.${(addresses += 1) >> 8}.${addresses & 255}`

const wrong = (at: Browser, email: string, password = 'wrong wrong wrong') =>
  at.post('sign-in/password', { email, password, code: '000000' })

/** Fails with these emails in turn until the address must wait for more than two minutes. */
async function slowDown(address: string, nameOf: (attempt: number) => string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { headers } = await wrong(portal(address), nameOf(attempt))
    const wait = Number(headers.get('retry-after') ?? 0)
    if (wait > 120) return
    served.pass(wait)
  }
  throw new Error('it was not slowed down')
}

test.each([
  ['many names', (attempt: number) => `neighbour${attempt}@acme.example`],
  ['her own email', () => null],
])('a neighbour at the same address who tries %s does not lock out her browser', async (_what, nameOf) => {
  const office = newAddress()
  const at = portal(office)
  const login = await accepted(served, at, acme)
  await slowDown(office, (attempt) => nameOf(attempt) ?? login.email)
  expect((await signIn(served, portal(office), login)).status).toBe(429)
  expect((await signIn(served, at, login)).status).toBe(200)
})

test('at an address with an earlier sign-in, known and unknown names get the same answers', async () => {
  const office = newAddress()
  const login = await accepted(served, portal(office), acme)
  await slowDown(office, (attempt) => `sprayed${attempt}@acme.example`)
  const answers = await Promise.all([login.email, 'nobody@acme.example'].map((email) => wrong(portal(office), email)))
  expect(answers.map(({ status }) => status)).toEqual([429, 429])
})

test('in a known browser, too, the fifth failure makes the next one wait, and others at its address do not wait', async () => {
  const office = newAddress()
  const at = portal(office)
  const login = await accepted(served, at, acme)
  const statuses = []
  for (let attempt = 0; attempt < 6; attempt += 1) statuses.push((await wrong(at, login.email)).status)
  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  expect((await wrong(portal(office), 'somebody@acme.example')).status).toBe(401)
})

test('a browser is known for its own people only, and a foreign cookie proves nothing', async () => {
  const office = newAddress()
  const at = portal(office)
  await accepted(served, at, acme)
  const neighbour = await accepted(served, portal(newAddress()), acme)
  await slowDown(office, (attempt) => `other${attempt}@acme.example`)
  expect((await signIn(served, at, neighbour)).status).toBe(429)
  const forger = portal(office)
  forger.setCookie('specie-browser', Buffer.alloc(80).toString('base64url'))
  expect((await signIn(served, forger, neighbour)).status).toBe(429)
})

/** A person of Beta with the email of a person of Acme, in this browser. */
async function namesake(at: Browser, { email }: Login, password: string): Promise<Login> {
  const { env } = served
  const by = { actor: 'test', why: 'a test needs them', at: env.clock.now() }
  const { id, token } = await env.db.tx(async (tx) => {
    const person = { side: 'institution', institutionId: beta, email, name: 'Jane Doe', roles: ['admin'] } as const
    const created = await createPerson(env, tx, person, by)
    return { id: created, token: (await createLink(env, tx, created, 'invitation')).token }
  })
  const { totp } = (await at.post('link/options', { token })).body
  const code = codeOf(totp.secret, served.now())
  const answer = await at.post('link/accept', { token, password, totp: { setup: totp.setup, code } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id, email, password, secret: totp.secret, recoveryCodes: answer.body.recovery_codes }
}

test('a person with one email at two institutions signs in at each, with the same password or another', async () => {
  const at = portal(newAddress())
  const mine = await accepted(served, at, acme)
  for (const password of [mine.password, 'seven quiet lighthouses']) {
    const other = await namesake(at, mine, password)
    for (const where of [at, portal(newAddress())]) {
      for (const login of [mine, other, mine])
        expect((await signIn(served, where, login)).body.person?.id).toBe(login.id)
    }
    await served.database.owner.query(
      `select state.set_actor('test', 'test', now()); update directory.person set state = 'removed' where id = '${other.id}'`,
    )
  }
})

test('a person with the same email elsewhere cannot guess the code of that account faster', async () => {
  const victim = await accepted(served, portal(newAddress()), acme)
  const attacker = portal(newAddress())
  const own = await namesake(attacker, victim, 'seven quiet lighthouses')
  for (let round = 0; round < 3; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) await wrong(attacker, victim.email, victim.password)
    expect((await signIn(served, attacker, own)).status).toBe(200)
  }
  for (let guess = 0; guess < 2; guess += 1) await wrong(attacker, victim.email, victim.password)
  // Even the right code is not tried now, and the answer does not reveal that.
  const code = codeOf(victim.secret, served.now())
  const guessed = await attacker.post('sign-in/password', { email: victim.email, password: victim.password, code })
  expect([guessed.status, guessed.body.code]).toEqual([401, 'sign_in_failed'])
  expect((await signIn(served, portal(newAddress()), victim)).status).toBe(200)
})

test('a guesser with an account of their own under the same email is reported', async () => {
  const victim = await accepted(served, portal(newAddress()), acme)
  const attacker = portal(newAddress())
  const own = await namesake(attacker, victim, 'seven quiet lighthouses')
  for (let round = 0; round < 2; round += 1) {
    for (let guess = 0; guess < 4; guess += 1) await wrong(attacker, victim.email, victim.password)
    expect((await signIn(served, attacker, own)).status).toBe(200)
  }
  const result = await served.database.owner.query<{ body: string }>(
    `select body from audit.entry where body like '%"action":"sign_in.failing"%' and body like any ($1)`,
    [[`%${victim.id}%`, `%${own.id}%`]],
  )
  // Of the victim, once; their own account was not guessed at.
  expect(result.map(({ body }) => JSON.parse(body).subject)).toEqual([victim.id])
})

test('the database gets the same queries for a right password with a wrong code, a wrong password and an unknown name', async () => {
  const mine = await accepted(served, portal(newAddress()), acme)
  const requested = async (email: string, password: string, shown: { code?: string; recoveryCode?: string }) => {
    const statements: string[] = []
    const noting = <Db extends Sql>(db: Db): Db =>
      new Proxy(db, {
        get: (target, name) => {
          const found: any = Reflect.get(target, name)
          if (name === 'query')
            return (text: string, values: unknown[]) => {
              statements.push(text)
              return target.query(text, values)
            }
          if (name === 'tx') return (work: (tx: Tx) => unknown) => found.call(target, (tx: Tx) => work(noting(tx)))
          return typeof found === 'function' ? found.bind(target) : found
        },
      })
    const env = { ...served.env, db: noting(served.env.db) }
    const given = { side: 'institution', email, password, code: undefined, recoveryCode: undefined, ...shown } as const
    const attempt = signInWithPassword(env, given, { ip: newAddress(), agent: 'test' }, null, null)
    await expect(attempt).rejects.toMatchObject({ code: 'sign_in_failed' })
    return statements
  }
  for (const shown of [{ code: '000000' }, { recoveryCode: 'aaaa-bbbb-cccc-dddd' }]) {
    const rightPassword = await requested(mine.email, mine.password, shown)
    expect(rightPassword.length).toBeGreaterThan(1)
    expect(await requested(mine.email, 'a tram full of violas', shown)).toEqual(rightPassword)
    expect(await requested('nobody@acme.example', mine.password, shown)).toEqual(rightPassword)
  }
})

test('an email of two accounts takes as long as an unknown one', async () => {
  const mine = await accepted(served, portal(newAddress()), acme)
  await namesake(portal(newAddress()), mine, 'seven quiet lighthouses')
  const emails = [mine.email, 'nobody@acme.example']
  const quickest = [Infinity, Infinity]
  // In turn: a busy moment affects both.
  for (let round = 0; round < 10; round += 1)
    for (const [n, email] of emails.entries()) {
      const at = portal(newAddress())
      const begun = performance.now()
      expect((await wrong(at, email)).status).toBe(401)
      quickest[n] = Math.min(quickest[n]!, performance.now() - begun)
    }
  // Two hashes would take almost twice as long as one.
  expect(quickest[0]! / quickest[1]!).toBeLessThan(1.6)
})

test('a flood of sign-ins is refused before it loads the machine, and a refused one is not a failure', async () => {
  const flooded = Array.from({ length: 160 }, () => newAddress())
  const attempt = (address: string) => wrong(portal(address), 'flood@acme.example')
  const answers = await Promise.all(flooded.map(attempt))
  const refused = flooded.filter((_, i) => answers[i]!.status === 503)
  expect(refused.length).toBeGreaterThan(0)
  expect(answers.every(({ status }) => status === 401 || status === 503)).toBe(true)
  expect(answers.find(({ status }) => status === 503)!.headers.get('retry-after')).toBe('1')
  const counted = await served.env.db.query<{ failures: number }>(
    'select failures from people.attempt where key = $1',
    [`address:${refused[0]}`],
  )
  expect(counted).toEqual([{ failures: 0 }])
})
