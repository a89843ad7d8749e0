import { randomUUID } from 'node:crypto'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import type { Chains } from '@specie/service/base/ports/chain.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { readConfig } from '@specie/service/base/config.ts'
import { createLog } from '@specie/service/base/observability/log.ts'
import { openSigner } from '@specie/service/keys/signer.ts'
import { openChains } from '@specie/service/chains/adapters/open.ts'
import { httpProvider } from '@specie/service/markets/provider/provider.ts'
import { checkOutside } from '@specie/service/checks/outside.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../chains/books.ts'
import { sandboxControl, mint, money, settlement, until } from '../chains/story.ts'
import { activeRail, onRamp, pay, paymentComes } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

// Assets of other issuers match the books: at deposit addresses, by the chains, and at the provider, by its report.

let uat: Uat
let chains: Chains

beforeAll(async () => {
  uat = await startUat(withConstants({ referenceCalmSeconds: 0 }), { DEVNET_CHAINS: 'ETH,BASE,BTC' })
  // The thief has the keystore.
  const config = readConfig({ DEVNET_URL: uat.devnet!.origin, ...uat.keys })
  const signer = await openSigner(config, { now: systemClock.now, log: () => {} })
  chains = await openChains({ config, sql: uat.database.app, signer, log: createLog('silent') })
})
afterAll(() => uat.end())

const provider = () => httpProvider(uat.counterparts.origin, 'specie', testProviderSecret)

/** The breaks, in the operator's words. */
async function broken(): Promise<string[]> {
  const rows = await checkOutside({ db: uat.database.app, chains, provider: provider() })
  expect(rows.map((row) => [row.invariant, row.ok])).toEqual(rows.map((row) => ['L7', row.detail === '']))
  return rows.filter((row) => !row.ok).flatMap((row) => row.detail.split('; '))
}

test('missing crypto and fiat at the provider are a break', async () => {
  await sandboxControl(uat, 'rates')
  const acme = await uat.onboard()
  const { institutionid } = acme
  await mint(uat, acme, { funding_currency: 'ETH' })
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '110' })
  await uat.pass(settlement) // slightly more than needed is delivered; the rest stays with the provider
  const address = `0x${'7'.repeat(40)}`
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'ETH', address, label: 'vault' })
  const railid = await activeRail(uat, acme, onRamp('VCHF', 'ETH', 'vault'))
  await sandboxControl(uat, 'holds', { institutionid, on: 'next payment', reason: 'edd_required' })
  await pay(uat, railid, '700')
  await paymentComes(uat, acme, railid, 'held')
  expect(await brokenInvariants(uat)).toEqual([])

  await sandboxControl(uat, 'counterparts/provider', { next: 'balances_short', count: 8 })
  expect(await broken()).toEqual([
    'CHF with conversion-provider: 0 there, 700 in the books',
    expect.stringMatching(/^ETH with conversion-provider: 0 there, 0\.\d+ in the books$/),
  ])
  expect(await broken()).toEqual([])
})

test('a provider that does not answer is unreachable', async () => {
  const dead = httpProvider('http://127.0.0.1:9', 'specie', testProviderSecret)
  const rows = await checkOutside({ db: uat.database.app, chains, provider: dead })
  expect(rows.filter((row) => !row.ok)).toMatchObject([
    {
      what: 'what conversion-provider holds',
      unreachable: true,
      detail: expect.stringMatching(/did not answer balances/),
    },
  ])
})

test('a provider without settings is unreachable too, if the books have a balance there', async () => {
  const other = { ...provider(), name: 'another-provider' }
  for (const one of [null, other]) {
    const rows = await checkOutside({ db: uat.database.app, chains, provider: one })
    expect(rows.filter((row) => !row.ok)).toMatchObject([
      { what: 'what conversion-provider holds', unreachable: true, detail: expect.stringContaining('PROVIDER_URL') },
    ])
  }
})

const evmThief = `0x${'5'.repeat(40)}`
const bitcoinThief = 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'
const holdings = [
  { asset: 'ETH', blockchain: 'ETH', family: 'evm', stolen: 10n ** 18n, to: evmThief, left: /^1\.99/ },
  { asset: 'USDC', blockchain: 'ETH', family: 'evm', stolen: 10n ** 6n, to: evmThief, left: /^2$/ },
  { asset: 'BTC', blockchain: 'BTC', family: 'bitcoin', stolen: 10n ** 8n, to: bitcoinThief, left: /^1\.99/ },
] as const

test('crypto that leaves a deposit address without a booking is a break', async () => {
  const acme = await uat.onboard()
  const { institutionid } = acme
  for (const { asset, blockchain } of holdings)
    await sandboxControl(uat, 'deposits', { institutionid, asset, blockchain, quantity: '3' })
  await uat.pass(60)
  for (const { asset } of holdings)
    await until(
      () => money(uat, acme, asset),
      ({ available }) => available === '3',
    )
  expect(await broken()).toEqual([])

  for (const one of holdings) await steal(institutionid, one)
  const lacks = await until(broken, (lacks) => lacks.length === holdings.length)
  for (const { asset, left } of holdings) {
    const lack = new RegExp(`^${asset} of ${institutionid} at \\S+: (\\S+) on chain, 3 in the books$`)
    const [found] = lacks.flatMap((text) => lack.exec(text)?.[1] ?? [])
    expect(found).toMatch(left)
  }
})

/** By the key of the deposit address, past the service. */
async function steal(institutionid: string, { asset, blockchain, family, stolen, to }: (typeof holdings)[number]) {
  const [row] = await uat.database.owner.query<{ index: number; contract: string | null }>(
    `select index, (select address from chains.contract where asset = $3) as contract from chains.deposit_address
     where institution_id = $1 and family = $2`,
    [institutionid, family, asset],
  )
  const { index, contract } = row!
  const chain = chains.get(blockchain)!
  const kind = contract === null ? ('native' as const) : ('collect' as const)
  const order = { kind, asset, from: index, to, amount: stolen, id: randomUUID(), requestId: freshRequest() }
  const key = contract === null ? (`deposit:${index}` as const) : 'omnibus'
  const bundle = { orders: [order], nonce: await chain.nextNonce(key), earlier: [] }
  const signed = await chain.sign(contract === null ? null : { asset, address: contract }, bundle)
  expect(await chain.broadcast(signed)).toBe('accepted')
}

const freshRequest = (): `0x${string}` => `0x${randomUUID().replaceAll('-', '')}${randomUUID().replaceAll('-', '')}`
