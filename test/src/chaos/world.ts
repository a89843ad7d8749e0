import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { mod97 } from '@specie/payments/iban.ts'
import { serializeByKey, type Queues } from '@specie/service/base/concurrency/serialize-by-key.ts'
import type { Env } from '@specie/service/base/env.ts'
import { sandboxControl } from '../chains/story.ts'
import { type Answer, type Client, get } from '../client.ts'
import { testEnv } from '../env.ts'
import { activeRail, onRamp } from '../rails/rails.ts'
import type { RunningService } from '../programs/service.ts'
import { type Random, oneOf } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { text58, type Token } from './chain-events.ts'
import type { Credential } from './credential.ts'
import type { Mark } from './basic-facts.ts'
import type { HoldFact, RevocationFact } from './facts.ts'
import type { DebtFact, ForgedFact, StopFact } from './facts-of-people.ts'
import { type Baseline, baselineOf } from './gather-outside.ts'
import { keep, say } from './log.ts'
import { lyingNode, type LyingNode } from '../chains/lying-node.ts'
import { withConstants } from '../programs/constants.ts'

// The whole of UAT, two processes of the service, a node that may lie, and some institutions with wallets and accounts.

export const chains = ['ETH', 'BASE', 'SOL'] as const
export type ChainName = (typeof chains)[number]
export const coins = ['VCHF', 'VGBP'] as const
/** The chain with a node that may lie. */
export const lyingChain = 'ETH'

export type Wallet = { addressid: string; chain: ChainName; address: string; label: string; isRevoked: boolean }

export type Institution = {
  readonly client: Client
  readonly name: string
  readonly references: string[]
  readonly inboxes: string[]
  readonly wallets: Wallet[]
  /** Bank accounts by label. */
  readonly accounts: Record<string, string>
  readonly rails: { railid: string; isOn: boolean }[]
  /** Bank accounts and wallets by their ids. */
  readonly destinations: Record<string, string>
  /** Keys and sessions in addition to the first key; including ended ones. */
  readonly doors: Credential[]
  standing: 'good' | 'suspended' | 'offboarded'
}

export const isStopped = ({ standing }: Institution): boolean => standing !== 'good'

/** An undecided hold. */
export type OpenHold = Omit<HoldFact, 'ended' | 'statusThen' | 'decision'> & {
  institution: Institution
  /** The wallet that receives its coins; null if there is none. */
  to: string | null
}

export type World = {
  readonly uat: Uat
  /** Past the gate, for people who sign in and for lists that an institution may not read itself. */
  readonly env: Env
  readonly baseline: Baseline
  worker: RunningService
  startWorker(): Promise<RunningService>
  readonly liar: LyingNode
  readonly pick: Random
  readonly institutions: Institution[]
  readonly tokens: Token[]
  /** Every operation that was ever held, by its id. */
  readonly touched: Set<string>
  readonly open: OpenHold[]
  readonly holds: HoldFact[]
  readonly revocations: (RevocationFact & { isForGood: boolean })[]
  readonly stops: StopFact[]
  readonly debts: DebtFact[]
  readonly forged: Omit<ForgedFact, 'references'>[]
  /** The state of the outside world after each round. */
  readonly marks: Mark[]
  /** Operations by kind and answer. */
  readonly counts: Map<string, number>
  /** In order, for the analysis of a failure. */
  readonly log: string[]
  /** A unique number: its cents identify an amount. */
  next(): number
}

/** What the facts of a run are gathered from. */
export type Watched = Pick<
  World,
  | 'uat'
  | 'env'
  | 'baseline'
  | 'tokens'
  | 'institutions'
  | 'holds'
  | 'revocations'
  | 'stops'
  | 'debts'
  | 'forged'
  | 'marks'
>

const settings = { LIQUIDITY: 'both', DESK_FUNDING: 'on', ...withConstants({ mintMinimum: 0 }), LOG_LEVEL: 'warn' }

export async function openWorld(pick: Random): Promise<World> {
  const uat = await startUat(settings, { DEVNET_CHAINS: chains.join(',') })
  say('service, chains and counterparts are up')
  await uat.pass(4 * 3_600) // the reserve has its buffer, the desk its inventory
  const liar = await lyingNode(`${uat.devnet!.origin}/${lyingChain}`)
  const startWorker = () => uat.another(workerSettings(uat, liar))
  let amounts = 0
  const tokens = await tokensOf(uat)
  const world: World = {
    uat,
    env: testEnv(uat.database),
    baseline: await baselineOf({ uat, tokens }),
    worker: await startWorker(),
    startWorker,
    liar,
    pick,
    institutions: [],
    tokens,
    touched: new Set(),
    open: [],
    holds: [],
    revocations: [],
    stops: [],
    debts: [],
    forged: [],
    marks: [],
    counts: new Map(),
    log: [],
    next: () => (amounts += 1),
  }
  for (const name of ['Alder Treasury AG', 'Birch Capital AG', 'Cedar Payments AG', 'Dogwood Trust AG'])
    world.institutions.push(await openInstitution(world, name))
  await uat.pass(1_800)
  say('institutions have wallets, accounts and rails')
  return world
}

/** It reads the lying chain by two nodes, the liar first: they must agree before a decision. */
const workerSettings = ({ devnet }: Uat, liar: LyingNode): Record<string, string> => ({
  SPECIE_ROLE: 'worker',
  DESK_FUNDING: 'off',
  DEVNET_URL: '',
  ...Object.fromEntries(chains.map((chain) => [`RPC_${chain}`, `${devnet!.origin}/${chain}`])),
  [`RPC_${lyingChain}`]: `${liar.url},${devnet!.origin}/${lyingChain}`,
})

export async function tokensOf(uat: Uat): Promise<Token[]> {
  const { body } = await get(`${uat.service.origin}/api/v1/client/assets`)
  return coins.flatMap((asset) => {
    const { blockchains } = body.assets.find((one: any) => one.symbol === asset)
    return blockchains
      .filter((one: any) => one.contract !== null && chains.includes(one.blockchain))
      .map((one: any): Token => ({ chain: one.blockchain, asset, contract: one.contract }))
  })
}

/** The initial equipment of every institution next to money. */
const gifts = [
  ...coins.flatMap((asset) => chains.map((blockchain) => ({ asset, blockchain, quantity: '20000' }))),
  { asset: 'ETH', blockchain: 'ETH', quantity: '30' },
  { asset: 'USDC', blockchain: 'ETH', quantity: '30000' },
]

const wallets = ['mint', 'withdrawal', 'rail'] as const

async function openInstitution(world: World, name: string): Promise<Institution> {
  const { uat, pick } = world
  const client = await uat.onboard({ name })
  const { institutionid } = client
  const one = emptyInstitution(client, name)
  for (const chain of chains)
    for (const label of wallets) one.wallets.push(await listWallet(uat, institutionid, chain, `${label} ${chain}`))
  for (const currency of ['CHF', 'GBP']) {
    for (const use of ['payout', 'redemption']) {
      const [label, identifier] = [`${use} ${currency}`, ibanFor(currency)]
      const ask = { institutionid, label, currency, identifier, name }
      const { bankaccountid } = await sandboxControl(uat, 'bankaccounts', ask)
      one.accounts[label] = identifier
      one.destinations[bankaccountid] = identifier
    }
    await sandboxControl(uat, 'wires', { institutionid, currency, amount: '5000000' })
  }
  await openInboxes(uat, one)
  for (const gift of gifts) await sandboxControl(uat, 'deposits', { institutionid, ...gift })
  for (const asset of coins) {
    const chain = oneOf(pick, chains)
    const identifier = ibanFor(asset.slice(1))
    one.accounts[identifier] = identifier
    const sender = { partyname: { name }, address: { country: 'CH' }, partytype: 'company' }
    const instructions = { asset, currency: asset.slice(1), blockchain: chain }
    const off = { railtype: 'StablecoinToFiat', sender, bankaccount: { destination: identifier }, instructions }
    const on = { ...onRamp(asset, chain, `rail ${chain}`), sender }
    one.rails.push({ railid: await activeRail(uat, client, on), isOn: true })
    one.rails.push({ railid: await activeRail(uat, client, off), isOn: false })
  }
  return one
}

export const emptyInstitution = (client: Client, name: string): Institution => ({
  client,
  name,
  references: [],
  inboxes: [],
  wallets: [],
  accounts: {},
  rails: [],
  destinations: {},
  doors: [],
  standing: 'good',
})

/** The identification of its wires, and its addresses for coins. */
export async function openInboxes(uat: Uat, one: Institution, on: readonly ChainName[] = chains): Promise<void> {
  const where = async (fields: Record<string, string>) => (await uat.call(one.client, 'depositAddress', fields)).body
  const francs = await where({ asset: 'CHF' })
  const pounds = await where({ asset: 'GBP' })
  one.references.push(francs.reference, pounds.accountnumber)
  for (const blockchain of on) one.inboxes.push((await where({ asset: 'VCHF', blockchain })).address)
}

export async function listWallet(
  uat: Uat,
  institutionid: string,
  chain: ChainName,
  label: string,
  address = newAddress(chain),
): Promise<Wallet> {
  const { addressid } = await sandboxControl(uat, 'addresses', { institutionid, blockchain: chain, address, label })
  return { addressid, chain, address, label, isRevoked: false }
}

/** Its key has no holder. */
const newAddress = (chain: ChainName): string =>
  chain === 'SOL' ? text58(newPoint()) : `0x${randomBytes(20).toString('hex')}`

/** The last 32 bytes of the DER form are the key itself. */
const newPoint = (): Uint8Array =>
  generateKeyPairSync('ed25519').publicKey.export({ type: 'spki', format: 'der' }).subarray(-32)

/** An account at another bank. */
export function ibanFor(currency: string): string {
  const digits = (count: number) => Array.from(randomBytes(count), (byte) => byte % 10).join('')
  const [country, number] = currency === 'CHF' ? ['CH', `00762${digits(12)}`] : ['GB', `NWBK601613${digits(8)}`]
  const check = 98 - mod97(`${number}${country}00`)
  return `${country}${String(check).padStart(2, '0')}${number}`
}

/**
 * A signed call. A client's calls are sequential: their nonces rise. Repeated under the same client id after the death of a
 * process or an unknown outcome (O2).
 */
export function ask(
  world: Pick<World, 'uat'>,
  { client }: Pick<Institution, 'client'>,
  name: string,
  fields: Record<string, string>,
): Promise<Answer> {
  return serializeByKey(turns, client.institutionid, async () => {
    for (let tries = 1; ; tries += 1) {
      const answer = await patiently(() => callAtOnce(world.uat, client, name, fields))
      if (tries === 10 || !isInDoubt(answer)) return answer
      await sleep(250)
    }
  })
}

async function callAtOnce(uat: Uat, client: Client, name: string, fields: Record<string, string>) {
  await rested(uat, client)
  return client.call(name, fields, { origin: uat.service.origin })
}

/** The rate has tests of its own: here keys are not paced. */
export async function rested({ database }: Uat, { institutionid }: Client): Promise<void> {
  await database.owner.query(
    `update access.key_use set next_at = '-infinity'
     where key_id in (select id from access.api_key where institution_id = $1)`,
    [institutionid],
  )
}

const turns: Queues = new Map()
/** A busy service recovers within a second. */
const isInDoubt = ({ status, headers, body }: Answer): boolean =>
  status === 500 ||
  status === 429 ||
  (status === 503 && headers.get('retry-after') === '1') ||
  body?.code === 'request_in_progress'

/** Repeats while no process answers: one is being started, which takes time on a busy machine. */
export async function patiently<T>(work: () => Promise<T>): Promise<T> {
  for (const began = performance.now(); ;) {
    try {
      return await work()
    } catch (error) {
      if (performance.now() - began > patienceMs || !isAway(error)) throw error
      await sleep(250)
    }
  }
}

const patienceMs = 120_000

const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  (error instanceof Error && /ECONN|socket|fetch failed|terminated|did not advance/i.test(error.message))

export function count(world: World, what: string): void {
  world.counts.set(what, (world.counts.get(what) ?? 0) + 1)
}

export function note(world: World, line: string): void {
  const stamped = `${new Date().toISOString().slice(11, 23)} ${line}`
  world.log.push(stamped)
  keep(`    ${stamped}`)
}

export async function closeWorld({ uat, env, worker, liar }: World): Promise<void> {
  await worker.stop()
  await liar.close()
  await env.runtime.close()
  await uat.end()
}
