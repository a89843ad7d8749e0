import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@specie/service/base/database/db.ts'
import { type Client, get, sandbox } from '../client.ts'
import type { TestDatabase } from '../database.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

// The whole of UAT, and clients with money, wallets and bank accounts.

export type World = {
  readonly uat: Uat
  readonly origin: string
  readonly db: Db
  readonly clients: readonly Client[]
  /** Field values of this world only. */
  readonly told: Record<string, readonly unknown[]>
  /** Lets a key call at once: the rate has tests of its own. */
  rested(client: Client): Promise<void>
  /** Complaints of the service: errors without a caller. */
  complaints(): Promise<string[]>
}

const settings = {
  LOG_LEVEL: 'warn',
  DESK_FUNDING: 'on',
  LIQUIDITY: 'both',
  MARKET_LIMITS: 'ETH/CHF.loss=900000',
  ...withConstants({
    mintMinimum: 100,
    signingWaitMs: 200,
    requestTimeoutMs: 3_000,
    // Prices are constant, trusted at once and never stale.
    referenceSeconds: 3_600,
    referenceCalmSeconds: 0,
  }),
}
const vault = '0x52908400098527886E0F7030069857D2E4169EE7'
const ibans = { CHF: 'CH9300762011623852957', GBP: 'GB29NWBK60161331926819' } as const
/** Institutions for sandbox calls: the sandbox may move their money. */
const guests = 3

export async function openWorld(database: TestDatabase, people: number): Promise<World> {
  const uat = await startUat(settings, { DEVNET_CHAINS: 'ETH,BASE', PATH: '/nowhere' }, database)
  const { origin } = uat.service
  const sandboxControl = async (path: string, ask: object) => {
    const { status, body } = await sandbox(origin, path, ask)
    if (status !== 200) throw new Error(`${path} answered ${status}: ${JSON.stringify(body)}`)
    return body
  }
  const clients = await Promise.all(Array.from({ length: people + guests }, () => uat.onboard()))
  await Promise.all(clients.map((client, n) => equip(sandboxControl, client, n)))
  await uat.pass(1_800)
  await funded(uat, sandboxControl)
  const answer = { institutionid: clients.slice(people).map(({ institutionid }) => institutionid) }
  return {
    uat,
    origin,
    db: database.owner,
    clients: clients.slice(0, people),
    told: answer,
    rested: ({ institutionid }) => rested(database.owner, institutionid),
    complaints: () => complaintsOf(uat),
  }
}

type Lever = (path: string, ask: object) => Promise<any>

async function equip(sandboxControl: Lever, { institutionid }: Client, n: number): Promise<void> {
  for (const [currency, label] of [
    ['CHF', 'main'],
    ['GBP', 'pounds'],
  ] as const) {
    await sandboxControl('wires', { institutionid, currency, amount: '2000000' })
    await sandboxControl('bankaccounts', {
      institutionid,
      label,
      currency,
      identifier: ibans[currency],
      name: 'Acme Treasury AG',
    })
  }
  for (const blockchain of ['ETH', 'BASE'])
    await sandboxControl('addresses', {
      institutionid,
      blockchain,
      address: vault,
      label: blockchain === 'ETH' ? 'vault' : 'other',
    })
  if (n > 3) return
  await sandboxControl('deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '20' })
}

/** The desk has coins to sell, so that orders can be filled. */
async function funded(uat: Uat, sandboxControl: Lever): Promise<void> {
  const symbol = 'VCHF/CHF'
  await sandboxControl('liquidity', {
    symbol,
    bids: [['0.9999', '500000']],
    asks: [['1.0001', '500000']],
    frozen: true,
  })
  for (let tries = 0; tries < 60; tries += 1) {
    const [row] = await uat.database.owner.query<{ n: bigint }>(
      `select count(*) as n from ledger.account where name = 'available' and asset = 'VCHF' and balance > 100000000`,
    )
    if (row!.n > 0n) return
    await uat.pass(300)
    await sleep(100)
  }
  throw new Error('the desk did not get its coins')
}

async function rested(db: Db, institutionid: string): Promise<void> {
  await db.query({
    name: 'rested',
    text: `update access.key_use set next_at = '-infinity'
      where key_id in (select id from access.api_key where institution_id = $1)`,
    values: [institutionid],
  })
}

const counters = ['specie_http_errors_total{code="internal_error"}', 'specie_refused_values_total']

async function complaintsOf({ service }: Uat): Promise<string[]> {
  const { body } = await get(`${service.origin}/metrics`)
  const counted = (body as string)
    .split('\n')
    .filter((line) => counters.some((name) => line.startsWith(name)) && !line.endsWith(' 0'))
    .map((line) => `it has counted ${line}`)
  const lines = service.output().split('\n')
  const output = lines
    .filter((line) => /unexpected error|refused a value/.test(line))
    .map((line) => line.slice(0, 1_500))
  return [...counted, ...output.slice(0, 20)]
}
