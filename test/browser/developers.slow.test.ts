import { createPrivateKey, createPublicKey, generateKeyPairSync, sign } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { clientOf, freshNonce, onboard } from '../src/client.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'

// API keys made in the page, their signatures, and the signature tester.

let chromium: Browser
let served: Served
let institution: string
let session: string
let pem: string
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  institution = (await onboard(served.origin, { name: 'Aldermoor Treasury AG' })).institutionid
  const at = agent(served.origin)
  await accepted(served, at, institution, ['admin'])
  session = at.token()!
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

const publicKeyOf = (key: string): string =>
  createPublicKey(createPrivateKey(key)).export({ type: 'spki', format: 'der' }).toString('base64')

/** All requests of the page. */
function sentBy(page: Page): string[] {
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  return sent
}

async function withReason(page: Page, act: string, label: string): Promise<void> {
  await page.getByRole('button', { name: act, exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `${act} key ${label}` })
  await dialog.getByLabel('Reason').fill('A test')
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'hidden' })
}

test('a key made in the page signs a call from Node; its private part never leaves the page', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  const sent = sentBy(page)
  await page.goto('/portal/developers')
  await page.getByRole('link', { name: 'New key' }).click()
  await page.getByRole('button', { name: 'Make key pair' }).click()
  await page.getByLabel('Name').fill('trading-1')
  const register = page.getByRole('button', { name: 'Register key' })
  expect(await register.isDisabled()).toBe(true)
  await screens(page, 'new-key-made')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download private key' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('trading-1.pem')
  pem = await readFile(await saved.path(), 'utf8')
  expect(await page.getByRole('button', { name: 'Download private key' }).count()).toBe(0)
  await page.getByRole('checkbox', { name: /^Trade/ }).check()
  await page.getByLabel('Allowed networks').fill('127.0.0.0/8\n::1')
  await register.click()
  await page.getByRole('heading', { name: 'trading-1' }).waitFor()
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  const client = clientOf(served.origin, institution, publicKeyOf(pem), pem)
  const { status, body } = await client.call('keyInfo')
  expect({ status, label: body.label, scopes: body.scopes }).toEqual({
    status: 200,
    label: 'trading-1',
    scopes: ['read', 'trade'],
  })
  await page.getByRole('table', { name: 'Recent calls' }).getByText('keyInfo').waitFor()
  const secret = pem.split('\n')[1]!
  expect(secret).toHaveLength(64)
  // The file header, which is the same for every key, and the private number in any notation.
  const number = Buffer.from(createPrivateKey(pem).export({ format: 'jwk' }).d!, 'base64url')
  const forms = [secret.slice(0, 40), ...(['base64url', 'base64', 'hex'] as const).map((form) => number.toString(form))]
  expect(sent.length).toBeGreaterThan(0)
  for (const form of forms) expect(sent.filter((one) => one.includes(form))).toEqual([])
  await withReason(page, 'Freeze', 'trading-1')
  await page.locator('.badge.box', { hasText: 'Frozen' }).waitFor()
  expect((await client.call('keyInfo')).body.details).toMatchObject({ reason: 'revoked_key', key_status: 'frozen' })
  await withReason(page, 'Unfreeze', 'trading-1')
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('a key made elsewhere is proved manually or with its file, replaced, and revoked', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  await page.goto('/portal/developers/new')
  await page.getByRole('button', { name: 'I have a public key' }).click()
  await page.getByLabel('Public key').fill(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
  await page.getByText('This is a private key. Do not share it.').waitFor()
  await page.getByLabel('Public key').fill(publicKey.export({ type: 'spki', format: 'pem' }).toString())
  await page.getByLabel('Name').fill('reports')
  await page.getByRole('button', { name: 'Register key' }).click()
  await page.locator('.badge.box', { hasText: 'Proof needed' }).waitFor()
  await page.getByRole('button', { name: 'Manually' }).click()
  await page.getByRole('button', { name: 'Ask for a challenge' }).click()
  const text = await page.locator('pre').first().innerText()
  await screens(page, 'key-proof')
  await page.getByLabel('Signature').fill(sign('sha256', Buffer.from(`${text}\n`), privateKey).toString('base64'))
  await page.getByRole('button', { name: 'Prove' }).click()
  await page.getByText('The signature does not fit this key').waitFor()
  await page.getByRole('button', { name: 'With the key file' }).click()
  const file = (content: string) => ({ name: 'key.pem', mimeType: 'text/plain', buffer: Buffer.from(content) })
  await page.getByLabel('Private key').setInputFiles(file('nothing of the kind'))
  await page.getByText('This file holds no private key in PKCS#8 form').waitFor()
  await page
    .getByLabel('Private key')
    .setInputFiles(file(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()))
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  const old = page.url()
  await page.getByRole('link', { name: 'Replace' }).click()
  await page.getByRole('heading', { name: 'Replace key reports' }).waitFor()
  await page.getByRole('button', { name: 'Make key pair' }).click()
  await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download private key' }).click()])
  await page.getByRole('button', { name: 'Register key' }).click()
  await page.getByText('Replaces').waitFor()
  await page.goto(old)
  await page.locator('.badge.box', { hasText: 'Rotating' }).waitFor()
  await page.getByText('Its successor is in use.').waitFor()
  await withReason(page, 'Revoke', 'reports')
  await page.locator('.badge.box', { hasText: 'Revoked' }).waitFor()
  await at.context.close()
})

/** A request in the form of a program. */
function pasted(signed: (nonce: string) => string): string {
  const nonce = freshNonce()
  const signature = sign('sha256', Buffer.from(signed(nonce)), pem).toString('base64url')
  return [
    `curl -X POST 'https://uat.example/api/v1/private/addOrder' -H 'User-Agent: acme' -H 'x-app-public-key: ${publicKeyOf(pem)}' \\`,
    `  -H 'x-app-nonce: ${nonce}' -H 'x-app-signed-data: ${signature}' -d 'symbol=VCHF%2FCHF&orderqty=1000.50'`,
  ].join('\n')
}

const path = '/api/v1/private/addOrder'
const right = (nonce: string) => `${path}{"orderqty":"1000.50","symbol":"VCHF/CHF"}${nonce}`
const unsorted = (nonce: string) => `${path}{"symbol":"VCHF/CHF","orderqty":"1000.50"}${nonce}`

test('the tester names the wrong step', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  await page.goto('/portal/developers/signature')
  const request = page.locator('textarea[name=request]')
  await request.fill(pasted(right))
  await page.getByText('The signature is valid.').waitFor()
  await page.getByText('Key trading-1.').waitFor()
  await request.fill(pasted(unsorted))
  await page.getByText('Body differs.').waitFor()
  expect(await page.getByText('The keys are not sorted').count()).toBe(2)
  await page.getByText('{"symbol":"VCHF/CHF","orderqty":"1000.50"}').waitFor()
  await screens(page, 'signature-differs')
  await request.fill(pasted((nonce) => right(nonce).replace('/api/v1', '')))
  await page.getByText('Path differs.').waitFor()
  await request.fill(pasted(() => 'something else'))
  await page.getByText('The signed text or the key differs.').waitFor()
  await page.getByRole('button', { name: 'Fill the fields' }).click()
  await page.locator('input[name=target]').fill('/api/v1/private/accountBalance')
  await page.locator('textarea[name=body]').fill('')
  await page.getByLabel('x-app-nonce').fill('7')
  await page
    .getByLabel('x-app-signed-data')
    .fill(sign('sha256', Buffer.from('/api/v1/private/accountBalance7'), pem).toString('base64'))
  await page.getByText('The signature is valid.').waitFor()
  await page.getByLabel('Key', { exact: true }).selectOption({ label: 'reports' })
  await page.getByText('Signed with another key.').waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('the pages for developers meet the page rules', async () => {
  const at = agent(served.origin)
  at.setToken(session)
  const { items } = (await at.get('keys')).body
  const key = items.find(({ label }: { label: string }) => label === 'trading-1').keyid
  const shown = [
    ['developers', '/portal/developers', 'trading-1'],
    ['new-key', '/portal/developers/new', 'Summary'],
    ['key', `/portal/developers/keys/${key}`, 'Test a signature'],
    ['signature', '/portal/developers/signature', 'No request yet'],
  ] as const
  for (const [name, address, ready] of shown)
    await everyPage(chromium, served.origin, { name, path: address, session, ready })
})
