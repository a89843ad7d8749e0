import { writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { accounts } from '@specie/counterparts/bank/accounts.ts'
import { customerOf } from '../customers/bank.ts'
import type { BankEntry, Statement } from '@specie/payments/camt.ts'
import { get } from '../client.ts'
import { oneOf } from '../seeded-random.ts'
import { twoOperators } from '../operators.ts'
import { absurdVenue, calmPrices, shock } from './prices.ts'
import { callControl } from './control.ts'
import { chains, count, lyingChain, note, patiently, type World } from './world.ts'

// Faults of the outside world: chains, the bank, the provider, venues, prices and a node.

/** Returns the fault. */
type Fault = (world: World) => Promise<string>
type Trouble = { readonly name: string; readonly begin: Fault }

const onChain = (sandboxControl: string, body: (world: World) => object): Trouble => ({
  name: `chain ${sandboxControl}`,
  begin: async (world) => {
    const chain = oneOf(world.pick, chains)
    await patiently(() => world.uat.devnet!.control(chain, sandboxControl, body(world)))
    return `${chain} ${sandboxControl}`
  },
})

const faultOf = (who: 'bank' | 'provider', body: object): Trouble => ({
  name: `${who} ${JSON.stringify(body)}`,
  begin: async (world) => {
    await callControl(world, `${who}/control/next`, body)
    return `${who} ${JSON.stringify(body)}`
  },
})

const venue = (next: string): Trouble => ({
  name: `venue ${next}`,
  begin: async (world) => {
    const name = oneOf(world.pick, ['alpha', 'beta'])
    await callControl(world, 'lp/control/next', { venue: name, next })
    return `${name} ${next}`
  },
})

/** The current faults of bank and provider. Future kinds of duplicates are looked up: see `doubles`. */
const known: readonly Trouble[] = [
  onChain('revert-next', ({ pick }) => ({ count: 1 + pick(2) })),
  onChain('drop-next', ({ pick }) => ({ count: 1 + pick(3) })),
  onChain('accept-then-error', () => ({ count: 1 })),
  onChain('timeout-next', () => ({ count: 1 })),
  onChain('reorg', ({ pick }) => ({ depth: 1 + pick(4) })),
  onChain('stall', () => ({})),
  faultOf('provider', { next: 'timeout_after_accept', count: 2 }),
  faultOf('provider', { next: 'fill_twice' }),
  faultOf('provider', { next: 'settle_late', seconds: 3_600 }),
  faultOf('provider', { next: 'reject' }),
  faultOf('provider', { next: 'error', count: 2 }),
  faultOf('provider', { next: 'arrive_twice' }),
  faultOf('provider', { next: 'pending', seconds: 900 }),
  faultOf('bank', { next: 'return_payment', reason: 'AC04', count: 2 }),
  faultOf('bank', { next: 'reject_payment', reason: 'AC04' }),
  faultOf('bank', { next: 'accept_then_timeout' }),
  faultOf('bank', { next: 'timeout' }),
  faultOf('bank', { next: 'duplicate_file', count: 2 }),
  faultOf('bank', { next: 'missing_sequence' }),
  faultOf('bank', { next: 'late_statement' }),
  faultOf('bank', { sweeps: 'delayed' }),
  venue('kill'),
  venue('hang_up'),
  venue('lose'),
  venue('disconnect'),
  { name: 'price shock', begin: shock },
  { name: 'price of a venue', begin: absurdVenue },
  { name: 'lie', begin: lie },
  { name: 'mt940', begin: mt940Beside },
]

/** Until the next round, one of the worker's two nodes reports failures, or hides events. */
async function lie(world: World): Promise<string> {
  const { liar, pick } = world
  const lies = {
    'receipts failed': () =>
      liar.lie('eth_getTransactionReceipt', (receipt) => receipt && { ...receipt, status: '0x0', logs: [] }),
    'receipts missing, nonces used': () => {
      liar.lie('eth_getTransactionReceipt', () => null)
      liar.lie('eth_getTransactionByHash', () => null)
      liar.lie('eth_getTransactionCount', (nonce: string) => `0x${(Number(nonce) + 50).toString(16)}`)
    },
    'logs missing': () => liar.lie('eth_getLogs', () => []),
    'a deposit invented': () => liar.lie('eth_getLogs', (logs: any[]) => invented(world, logs)),
  }
  const which = oneOf(pick, Object.keys(lies) as (keyof typeof lies)[])
  lies[which]()
  return `a node of ${lyingChain} lies: ${which}`
}

/** A forged transfer next to a true one, to an institution's address. */
function invented({ institutions }: World, logs: any[]): any[] {
  const real = logs.find(({ topics }) => topics?.length === 3 && !/^0x0+$/.test(topics[1]))
  if (!real) return logs
  const to = `0x${institutions[0]!.inboxes[0]!.slice(2).toLowerCase().padStart(64, '0')}`
  return [...logs, { ...real, topics: [real.topics[0], real.topics[1], to], logIndex: '0x7f' }]
}

const statementsOf = ({ uat }: World, iban: string): Promise<Statement[]> =>
  patiently(() => customerOf(uat.counterparts.origin).statements(iban))

/** The bank's last statement once more, as MT940 without the bank's references, imported manually next to the fetched files. */
async function mt940Beside(world: World): Promise<string> {
  const own = oneOf(
    world.pick,
    accounts.filter(({ purpose }) => purpose === 'client_money'),
  )
  const stated = (await statementsOf(world, own.iban)).findLast(({ entries }) => entries.length > 0)
  if (!stated) return 'MT940: there is no statement yet'
  const file = join(tmpdir(), `specie-chaos-${process.pid}.sta`)
  await writeFile(file, mt940(stated))
  const { database, service } = world.uat
  const at = { database, origin: service.origin }
  const { code, said } = await patiently(() => twoOperators(at, 'bank', 'import', file, 'the line is down'))
  if (code !== 0 && !/does not answer|service_unavailable/.test(said))
    throw new Error(`no file can be taken by hand: ${said}`)
  return `MT940 beside camt.053 of ${own.currency}: exit ${code}, ${said.split('\n')[0]}`
}

const comma = (minor: bigint): string => `${minor / 100n},${String(minor % 100n).padStart(2, '0')}`
const day = (date: string): string => date.slice(2).replaceAll('-', '')
const balance = (tag: string, date: string, currency: string, minor: bigint): string =>
  `:${tag}:C${day(date)}${currency}${comma(minor)}`

function mt940({ account, currency, sequence, from, to, opening, closing, entries }: Statement): string {
  const movement = (entry: BankEntry) => [
    `:61:${day(entry.valueDate)}${day(entry.bookingDate).slice(2)}${entry.direction === 'credit' ? 'C' : 'D'}${comma(entry.amount)}NTRFNONREF`,
    `:86:${(entry.counterparty.name ?? 'NOTPROVIDED').slice(0, 60)}`,
  ]
  const lines = [
    `:20:${sequence}`,
    `:25:${account}`,
    `:28C:${sequence % 100_000n}/1`,
    balance('60F', from, currency, opening),
    ...entries.flatMap(movement),
    balance('62F', to, currency, closing),
    '-',
  ]
  return lines.join('\r\n')
}

/** New kinds of duplicates, from the bank's own list of faults. */
const doubles = /mt940|collective|twice|double|repeat/i

export async function troublesOf(world: World): Promise<readonly Trouble[]> {
  const url = `${world.uat.counterparts.origin}/bank/control/misbehaviours`
  const offered = Object.keys((await get(url)).body as object).filter((name) => doubles.test(name))
  const all = [...known, ...offered.map((next) => faultOf('bank', { next }))]
  return all.filter(({ name }) => !leftOut?.test(name))
}

/** WITHOUT=lie,price omits the faults with these prefixes, to find out which one causes a difference. */
const without = process.env['WITHOUT']
const leftOut = without ? new RegExp(`^(${without.split(',').join('|')})`) : null

export async function make(world: World, { begin }: Trouble): Promise<void> {
  const what = await begin(world)
  count(world, `trouble: ${what.slice(0, 90)}`)
  note(world, `trouble: ${what}`)
}

/** Ends all faults; pending ones are dropped if possible. */
export async function calm(world: World): Promise<void> {
  const { uat, liar } = world
  liar.honest()
  for (const chain of chains) {
    for (const fault of ['revert-next', 'drop-next', 'accept-then-error', 'timeout-next'])
      await patiently(() => uat.devnet!.control(chain, fault, { count: 0 })).catch(() => {})
    await patiently(() => uat.devnet!.control(chain, 'resume'))
  }
  await calmPrices(world)
  await callControl(world, 'bank/control/next', { sweeps: 'normal' })
  await callControl(world, 'bank/control/release', {})
}
