import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { products } from '@specie/protocol/endpoints/endpoint.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import { demoEntity, demoPdf, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, canonical, type Client, clientOf } from '../client.ts'
import { type Installation, startInstallation } from './installation.ts'
import { passkeyDevice } from './passkey-device.ts'
import { type Browser, browser, codeOf, goodPassword } from './served.ts'

// From an empty database to the first signed call of an institution, in production: over HTTP and the command line only, like
// people. Staff and institution use different processes, so that every step crosses processes.

let here: Installation
beforeAll(async () => {
  here = await startInstallation()
}, 120_000)
afterAll(() => here.end())

const hour = 3_600

type Person = { name: string; email: string; side: Side; at: Browser; secret: string }

/** Headers of our own pages: the browser sends their origin. */
const ownPage = () => ({ origin: here.portalOrigin })
const processOf = (side: Side) => here.services[side === 'staff' ? 0 : 1]

/** An answer that must be a success. */
function ok({ status, body }: Answer, what: string): any {
  expect([what, status, status === 200 ? null : body]).toEqual([what, 200, null])
  return body
}
const post = async ({ at }: Person, path: string, body: object = {}) => ok(await at.post(path, body, ownPage()), path)
const get = async ({ at }: Person, path: string) => ok(await at.get(path), path)

/** A person opens their link, and sets a password and an authenticator app. */
async function accept(side: Side, link: string): Promise<Person> {
  const [, token] = /\/link#([\w-]{43}(?:\.[\w-]{43})?)$/.exec(link)!
  const at = browser(processOf(side).origin, side)
  const { totp, name, email } = ok(await at.post('link/options', { token }, ownPage()), 'link/options')
  const given = { setup: totp.setup, code: codeOf(totp.secret, here.now()) }
  const accepted = await at.post('link/accept', { token, password: goodPassword, totp: given }, ownPage())
  expect(ok(accepted, 'link/accept').recovery_codes).toHaveLength(10)
  return { name, email, side, at, secret: totp.secret }
}

/** Another day: the earlier session has ended. */
async function signInAgain(person: Person): Promise<void> {
  expect((await person.at.get('me')).status).toBe(401)
  const { email, secret } = person
  await post(person, 'sign-in/password', { email, password: goodPassword, code: codeOf(secret, here.now()) })
}

async function bootstrapped(): Promise<Person[]> {
  const two = ['--email', 'ann@desk.example', '--name', 'Ann Muster', '--email', 'bo@desk.example', '--name', 'Bo Fern']
  const { code, said } = await here.specie('staff', 'bootstrap', ...two)
  expect([code, said]).toEqual([0, expect.stringContaining('Ann Muster')])
  const links = said.match(/https:\/\/\S+/g)!
  expect(links).toHaveLength(2)
  return Promise.all(links.map((link) => accept('staff', link)))
}

async function fillInAndSubmit(dora: Person): Promise<void> {
  await post(dora, 'company/entity', demoEntity('Beispiel Treasury AG'))
  const { id } = await post(dora, 'company/persons', demoPerson)
  const about = `&person_id=${id}&expires_on=2099-12-31`
  for (const [kind, more] of Object.entries({
    registry_extract: '',
    articles: '',
    source_of_funds: '',
    passport: about,
  }))
    ok(await dora.at.upload(`company/documents?kind=${kind}&name=${kind}.pdf${more}`, demoPdf, ownPage()), kind)
  await post(dora, 'company/submit')
}

/** A decision maker signs with a passkey. */
async function approve(checker: Person, id: string): Promise<{ half: string | null }> {
  const phone = passkeyDevice(here.portalOrigin)
  const made = phone.create(await post(checker, 'passkeys/options'))
  await post(checker, 'passkeys', { name: 'phone', credential: made })
  const { payload_hash } = await get(checker, `approvals/${id}`)
  const credential = phone.get(await post(checker, `approvals/${id}/challenge`, { decision: 'approve' }))
  const decision = { decision: 'approve', payload_hash, credential }
  const decided = await post(checker, `approvals/${id}/decide`, decision)
  expect(decided).toMatchObject({ state: 'approved' })
  return decided
}

async function agree(dora: Person, officer: Person, mlro: Person, institutionid: string): Promise<void> {
  for (const product of products) {
    const { agreementid: id } = await post(officer, 'agreements', { institutionid, product })
    const { text_sha256 } = await get(dora, `agreements/${id}/text`)
    await post(dora, `agreements/${id}/sign`, { text_sha256, name: dora.name })
    expect(await post(mlro, `agreements/${id}/countersign`)).toMatchObject({ status: 'active' })
  }
}

type Key = { id: string; client: Client }

/** Registers a key and proves its possession, signing like a call. */
async function newKey(dora: Person, institutionid: string, more: object = {}): Promise<Key> {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  const publickey = publicKey.export({ type: 'spki', format: 'der' }).toString('base64')
  const client = clientOf(here.services[0].origin, institutionid, publickey, privateKey)
  const { keyid: id } = await post(dora, 'keys', { publickey, label: 'desk', scopes: ['read', 'withdraw'], ...more })
  expect(await inBoth(client)).toEqual(['401 registered', '401 registered'])
  expect(await post(dora, `keys/${id}/prove`, await proofOf(dora, id, privateKey))).toMatchObject({ status: 'active' })
  return { id, client }
}

async function proofOf(dora: Person, keyid: string, privateKey: KeyObject) {
  const { challenge, path } = await post(dora, `keys/${keyid}/challenge`)
  const nonce = String(here.now())
  const text = path + canonical({ challenge }) + nonce
  return { challenge, nonce, signature: sign('sha256', Buffer.from(text), privateKey).toString('base64url') }
}

/** The answers of each process to the next call of this key. */
async function inBoth({ call }: Client, name = 'accountBalance', fields: Record<string, string> = {}) {
  const answers: string[] = []
  for (const { origin } of here.services) {
    const { status, body } = await inTurn(() => call(name, fields, { origin }))
    answers.push(`${status} ${body.details?.key_status ?? body.details?.reason ?? body.code ?? 'ok'}`)
  }
  return answers
}

/** A key has one call a second, by the clock of the database: an early caller waits as the answer says. */
async function inTurn(call: () => Promise<Answer>): Promise<Answer> {
  const answer = await call()
  if (answer.status !== 429) return answer
  await sleep(Number(answer.headers.get('retry-after')) * 1_000)
  return call()
}

async function provedWallet(dora: Person): Promise<string> {
  const wallet = privateKeyToAccount(generatePrivateKey())
  const request = { blockchain: 'ETH', address: wallet.address, label: 'vault' }
  const { addressid: id } = await post(dora, 'addresses', request)
  const { proof } = await get(dora, `addresses/${id}`)
  const signature = await wallet.signMessage({ message: proof.text })
  expect(await post(dora, `addresses/${id}/prove`, { signature })).toMatchObject({ state: 'cooling' })
  return id
}

const account = {
  label: 'main',
  currency: 'CHF',
  identifier: 'CH93 0076 2011 6238 5295 7',
  name: 'Beispiel Treasury AG',
}
const withdrawal = { asset: 'ETH', blockchain: 'ETH', quantity: '1', destination: 'vault' }

test('an institution is onboarded, calls, changes its key and loses it', { timeout: 120_000 }, async () => {
  const [ann, bo] = (await bootstrapped()) as [Person, Person]
  const officer = { email: 'cy@desk.example', name: 'Cy Roth', roles: ['compliance'], reason: 'KYB needs somebody' }
  const invited = await post(ann, 'staff/invite', officer)
  const { half } = await approve(bo, invited.link_approval)
  const cy = await accept('staff', invited.link + half)
  await approve(bo, invited.approval)
  await here.pass(30)
  await signInAgain(cy)

  const invitation = { channel: 'remote', admin_email: 'dora@beispiel.example', admin_name: 'Dora Keller' }
  const { institutionid, link } = await post(cy, 'institutions', { name: 'Beispiel AG', ...invitation })
  const dora = await accept('institution', link)
  await fillInAndSubmit(dora)
  const key = await newKey(dora, institutionid)
  expect(await inBoth(key.client)).toEqual(['403 in_review', '403 in_review'])
  const proposal = { decision: 'approve', reason: 'all is in order' }
  const { approval_id } = await post(cy, `kyb/${institutionid}/decision`, proposal)
  await approve(bo, approval_id)
  expect(await inBoth(key.client)).toEqual(['403 not_active', '403 not_active'])
  await agree(dora, cy, bo, institutionid)
  expect(await inBoth(key.client)).toEqual(['200 ok', '200 ok'])

  const wallet = await provedWallet(dora)
  const { usable } = await post(dora, 'bank-accounts', account)
  expect(usable).toBe(true)
  expect(await inBoth(key.client, 'withdraw', withdrawal)).toEqual(['403 cooling', '403 cooling'])
  await here.pass(24 * hour)
  await signInAgain(dora)
  const state = async () => (await get(dora, `addresses/${wallet}`)).state
  await expect.poll(state, { timeout: 30_000 }).toBe('active')
  expect(await inBoth(key.client, 'withdraw', withdrawal)).toEqual([
    '400 insufficient_balance',
    '400 insufficient_balance',
  ])
  const { accounts } = ok(await inTurn(() => key.client.call('bankAccounts')), 'bankAccounts')
  expect(accounts).toMatchObject([{ label: 'main', status: 'active' }])

  const successor = await newKey(dora, institutionid, { replaces: key.id, overlap_hours: 1 })
  expect(await inBoth(key.client)).toEqual(['200 ok', '200 ok'])
  expect(await inBoth(successor.client)).toEqual(['200 ok', '200 ok'])
  await here.pass(hour)
  // Refused at once; a job then records the revocation.
  const over = expect.stringMatching(/^401 (expired|revoked)$/)
  expect(await inBoth(key.client)).toEqual([over, over])
  expect(await inBoth(successor.client)).toEqual(['200 ok', '200 ok'])
  await signInAgain(dora)
  await post(dora, `keys/${successor.id}/revoke`, { reason: 'they leave' })
  expect(await inBoth(successor.client)).toEqual(['401 revoked', '401 revoked'])

  expect(await here.specie('audit', 'verify')).toMatchObject({ code: 0 })
  for (const service of here.services) {
    expect((await fetch(`${service.origin}/sandbox/v1/institutions`, { method: 'POST' })).status).toBe(404)
    const bad = /permission denied|"level":"(error|fatal)"/
    // They notice after a minute that their clocks are ahead of the database's, as intended.
    const problems = service
      .output()
      .split('\n')
      .filter((line) => bad.test(line) && !/set it right/i.test(line))
    expect(problems).toEqual([])
  }
})
