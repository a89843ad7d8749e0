import { funded, sandboxControl, mint, settlement, until } from '../chains/story.ts'
import type { Answer, Client } from '../client.ts'
import { activeRail, addRail, offRamp, onRamp, pay, paymentsOf } from '../rails/rails.ts'
import { orderFields } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

// An institution with two rows of everything that a call lists, for tests over all calls of the protocol.

export type EndpointWorld = { readonly uat: Uat; readonly acme: Client }

export const symbol = 'VCHF/CHF'
export const vaults = ['vault', 'vault two'] as const
const addresses = ['0x52908400098527886E0F7030069857D2E4169EE7', '0x8617E340B3D01FA5F11F306F4090FD50E238070D']
const ibans = ['CH9300762011623852957', 'CH5604835012345678009']

export async function aWalk(): Promise<EndpointWorld> {
  const uat = await openEndpointWorld()
  return { uat, acme: await live(uat) }
}

/** Still empty. */
export async function openEndpointWorld(more: Record<string, string> = {}): Promise<Uat> {
  const settings = {
    DESK_FUNDING: 'on',
    ...withConstants({
      mintMinimum: 1_000,
      signingWaitMs: 0,
      // Prices are constant, trusted at once and never stale.
      referenceSeconds: 3_600,
      referenceCalmSeconds: 0,
    }),
    ...more,
  }
  const uat = await startUat(settings, { DEVNET_CHAINS: 'ETH,BASE', PATH: '/nowhere' })
  const prices = { 'ETH/CHF': '2000', 'ETH/GBP': '1777.78', 'GBP/CHF': '1.125' }
  for (const [pair, price] of Object.entries(prices))
    await sandboxControl(uat, 'counterparts/provider', { symbol: pair, price, frozen: true })
  await sandboxControl(uat, 'rates')
  return uat
}

/** An institution arrives and does two of everything. */
export async function live(uat: Uat): Promise<Client> {
  const acme = await funded(uat, { CHF: '900000', GBP: '5000' })
  const { institutionid } = acme
  for (const [i, label] of vaults.entries()) {
    await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address: addresses[i], label })
    const account = { institutionid, label: `account ${i}`, currency: 'CHF', name: 'Acme Treasury AG' }
    await sandboxControl(uat, 'bankaccounts', { ...account, identifier: ibans[i] })
  }
  for (const quantity of ['20000', '30000']) await mint(uat, acme, { quantity })
  const [rail] = [
    await activeRail(uat, acme, onRamp('VCHF', 'BASE', 'vault')),
    await activeRail(uat, acme, offRamp('VCHF', 'BASE')),
  ]
  for (const amount of ['1000', '2000']) await pay(uat, rail, amount)
  await until(
    async () => (await uat.pass(600), paymentsOf(uat, acme, rail)),
    (list) => list.length === 2,
  )
  await uat.pass(settlement)
  const redeemed = { asset: 'VCHF', blockchain: 'BASE', quantity: '5000', bankaccount: 'account 0' }
  await done(uat, acme, 'redeemTokens', redeemed)
  await until(
    async () => (await uat.pass(6 * 3_600), done(uat, acme, 'querySupplyChanges', { type: 'redeem' })),
    ({ supplychanges: [one] }) => one.status === 'settled',
  )
  for (const quantity of ['11', '12']) await done(uat, acme, 'withdraw', wire(quantity))
  await trades(uat, acme)
  return acme
}

export const wire = (quantity: string) => ({ asset: 'CHF', quantity, destination: 'account 0' })

export const order = (orderqty: string, price: string, over: Record<string, string> = {}) =>
  orderFields({ orderqty, price, ...over })

async function trades(uat: Uat, acme: Client): Promise<void> {
  await sandboxControl(uat, 'liquidity', {
    symbol,
    bids: [['0.9999', '5000']],
    asks: [['1.0001', '5000']],
    frozen: true,
  })
  const hasCoins = () => uat.call(acme, 'requestQuote', { symbol, side: 'Buy', orderqty: '100' })
  await until(
    async () => (await uat.pass(600), hasCoins()),
    ({ status }) => status === 200,
  )
  for (const quantity of ['100', '200']) {
    await done(uat, acme, 'addOrder', order(quantity, '1.001'))
    await done(uat, acme, 'convert', { from_currency: 'CHF', to_currency: 'VCHF', quantity, min_received: '1' })
  }
}

/** A call that must succeed. */
export async function done(uat: Uat, client: Client, name: string, fields: Fields = {}): Promise<any> {
  const { status, body } = await send(uat, client, name, fields)
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

export type Fields = Record<string, any>

/** Each call with a valid body. */
export const send = (uat: Uat, client: Client, name: string, fields: Fields): Promise<Answer> =>
  name === 'addPaymentRail' ? addRail(uat, client, fields) : uat.call(client, name, fields)

/** A digest of every table, except the nonces and the rate of keys, and the time. */
export async function everyTable({ owner }: Uat['database']): Promise<Record<string, string>> {
  const tables = await owner.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$'
       and (n.nspname, c.relname) not in (('institutions', 'key_use'), ('institutions', 'recent_call'), ('work', 'clock')) order by 1`,
  )
  const digestOf = (name: string) =>
    `select '${name}' as name, count(*) || ' ' || md5(coalesce(string_agg(t::text, ' ' order by t::text), '')) as digest from ${name} t`
  const rows = await owner.query<{ name: string; digest: string }>(
    tables.map(({ name }) => digestOf(name)).join(' union all '),
  )
  return Object.fromEntries(rows.map(({ name, digest }) => [name, digest]))
}
