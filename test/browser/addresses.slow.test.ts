import { ed25519 } from '@noble/curves/ed25519.js'
import type { Chain } from '@specie/service/base/ports/chain.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { getBase58Decoder } from '@solana/kit'
import type { Browser, Page } from 'playwright-core'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard } from '../src/client.ts'
import { staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'

// Destinations of coins and money, from the first typed letter to the day on which they can be used.

let chromium: Browser
let served: Served
let session: string
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople({}, { chains: new Map([['ETH', keyAccounts]]) })
  const { institutionid } = await onboard(served.origin, { name: 'Aldermoor Treasury AG' })
  const at = agent(served.origin)
  await accepted(served, at, institutionid, ['admin'])
  session = at.token()!
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

/** A chain on which no account has code: the key of an account is its proof. */
const keyAccounts = {
  askWallet: async () => ({ accepts: null, chainId: 1, height: 1n, hash: `0x${'0'.repeat(64)}` }),
} as unknown as Chain

const evm = privateKeyToAccount(generatePrivateKey())
const secret = ed25519.utils.randomSecretKey()
const solana = getBase58Decoder().decode(ed25519.getPublicKey(secret))

/** A wallet in the browser, announced like a real one; it signs in Node. */
async function installWallets(page: Page): Promise<void> {
  await page.exposeFunction('signEvm', (hex: `0x${string}`) => evm.signMessage({ message: { raw: hex } }))
  await page.exposeFunction('signSolana', (bytes: number[]) => Array.from(ed25519.sign(Uint8Array.from(bytes), secret)))
  await page.addInitScript(`
    window.ethereum = { request: async ({ method, params }) => method === 'eth_requestAccounts' ? ['${evm.address.toLowerCase()}'] : window.signEvm(params[0]) }
    const account = { address: '${solana}' }
    const wallet = { name: 'Solflare', features: {
      'standard:connect': { connect: async () => ({ accounts: [account] }) },
      'solana:signMessage': { signMessage: async ({ message }) => [{ signature: Uint8Array.from(await window.signSolana([...message])) }] },
    } }
    window.addEventListener('wallet-standard:app-ready', ({ detail }) => detail.register(wallet))
  `)
}

async function fillNew(page: Page, chain: string, address: string, label: string): Promise<void> {
  await page.goto('/portal/addresses/new')
  await page.getByLabel('Chain').selectOption({ label: chain })
  await page.getByLabel('Address', { exact: true }).fill(address)
  await page.getByLabel('Name').fill(label)
}

test('an address is checked while typing, proved by the wallet in the browser, and cools off', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  await installWallets(page)
  await fillNew(page, 'Ethereum', evm.address.slice(0, -1), 'Cold vault')
  await page.getByText('An address of this chain has 0x and 40 hex digits.').waitFor()
  const flipped = evm.address.replace(/[a-fA-F](?=[^a-zA-Z]*$|.*$)/, (letter) =>
    letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase(),
  )
  await page.getByLabel('Address', { exact: true }).fill(flipped)
  await page.getByText('its upper and lower case letters do not match').waitFor()
  await page.getByLabel('Address', { exact: true }).fill(evm.address.toLowerCase())
  await page.getByText(`stored with its checksum: ${evm.address}`).waitFor()
  await screens(page, 'new-address-filled')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByText('Text to sign').waitFor()
  await page.getByLabel('Signature').fill(`0x${'12'.repeat(65)}`)
  await page.getByRole('button', { name: 'Send signature' }).click()
  await page.getByText('The last byte of the signature is 27 or 28').waitFor()
  await screens(page, 'address-proof')
  await page.getByRole('button', { name: 'Sign with Browser wallet' }).click()
  await page.getByText(/You can use it in \d/).waitFor()
  await fillNew(page, 'Solana', solana, 'Treasury on Solana')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByRole('button', { name: 'Sign with Solflare' }).click()
  await page.getByText(/You can use it in \d/).waitFor()
  await page.getByRole('button', { name: 'Remove' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove address Treasury on Solana' })
  await dialog.getByLabel('Reason').fill('A test')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page.locator('.badge.box', { hasText: 'Cannot be used' }).waitFor()
  expect(at.complaints.filter((one) => !one.includes('status of 400'))).toEqual([])
  await at.context.close()
})

test('a hosted wallet names its provider, waits for the staff and for Travel Rule data', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  await fillNew(page, 'Bitcoin', '2MzQwSSnBHWHqSAqtTVQ6v47XtaisrJa1Vc', 'Exchange')
  await page.getByText('A valid address of Bitcoin.').waitFor()
  await page.getByRole('button', { name: 'A provider' }).click()
  await page.getByLabel('Provider').fill('Bitstamp Europe SA')
  await page.getByRole('button', { name: 'Add address' }).click()
  await page.getByText('confirms that Bitstamp Europe SA hosts it').first().waitFor()
  const id = page.url().split('/').at(-1)!
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  expect(await officer('POST', `/addresses/${id}/decide`, { decision: 'clear', reason: 'asked them' })).toMatchObject({
    status: 200,
  })
  await page.reload()
  await page.getByLabel('Travel address').fill('taMistyped')
  await page.getByRole('button', { name: 'Add travel address' }).click()
  await page.getByText('This is not a travel address (ta…), or it was mistyped.').waitFor()
  await page.getByLabel('Travel address').fill(travelAddressOf('vasp.example/x/1?t=i'))
  await page.getByRole('button', { name: 'Add travel address' }).click()
  await page.getByText(/You can use it in \d/).waitFor()
  await at.context.close()
})

test('a bank account is checked while typing, registered, and removed', async () => {
  const at = await visit(chromium, served.origin, session)
  const { page } = at
  await page.goto('/portal/addresses/bank-accounts')
  await page.getByText('No bank account yet.').waitFor()
  await page.getByRole('link', { name: 'New bank account' }).first().click()
  await page.getByLabel('IBAN').fill('CH94 0076 2011 6238 5295 7')
  await page.getByText('its check digits are wrong').waitFor()
  await page.getByLabel('IBAN').fill('ch9300762011623852957')
  await page.locator('.hint', { hasText: 'CH93 0076 2011 6238 5295 7' }).waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Main account')
  await page.getByRole('button', { name: 'Register account' }).click()
  await page.getByText('Main account is registered.').waitFor()
  await page.goto('/portal/addresses/bank-accounts/new')
  await page.getByRole('button', { name: 'GBP' }).click()
  await page.getByLabel('Sort code and account number, or IBAN').fill('20-00-00 55779911')
  await page.getByLabel('Name', { exact: true }).fill('London')
  await page.getByRole('button', { name: 'Register account' }).click()
  await page.getByText('Its bank could not confirm the owner.').waitFor()
  await page.getByRole('link', { name: 'To the bank accounts' }).click()
  await page.getByRole('button', { name: 'Remove London' }).click()
  const dialog = page.getByRole('dialog', { name: 'Remove bank account London' })
  await dialog.getByLabel('Reason').fill('A test')
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await page
    .getByRole('row', { name: /London/ })
    .getByText('Removed')
    .waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('the pages of addresses and accounts meet the page rules', async () => {
  const at = agent(served.origin)
  at.setToken(session)
  const { items } = (await at.get('addresses')).body
  const cooling = items.find(({ state }: { state: string }) => state === 'cooling').addressid
  const shown = [
    ['addresses', '/portal/addresses', 'Cold vault'],
    ['new-address', '/portal/addresses/new', 'Next steps'],
    ['address', `/portal/addresses/${cooling}`, 'You can use it in'],
    ['bank-accounts', '/portal/addresses/bank-accounts', 'Main account'],
    ['new-bank-account', '/portal/addresses/bank-accounts/new', 'Summary'],
  ] as const
  for (const [name, path, ready] of shown) await everyPage(chromium, served.origin, { name, path, session, ready })
})
