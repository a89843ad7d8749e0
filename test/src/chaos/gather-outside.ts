import { customerOf } from '../customers/bank.ts'
import { readCamt } from '@specie/payments/camt.ts'
import { get } from '../client.ts'
import type { Uat } from '../programs/uat.ts'
import { minor } from './amounts.ts'
import { eventsOf, type Token } from './chain-events.ts'
import type { BankFact, ChainEvent, ProviderFact } from './facts.ts'

// Reads the events of bank, provider and chains.

type Outside = { readonly uat: Uat; readonly tokens: readonly Token[] }

/** The initial state: the desk's inventory. */
export type Baseline = {
  readonly events: ReadonlySet<string>
  readonly swept: Readonly<Record<string, bigint>>
  readonly strangers: readonly string[]
}

/** The sender of coins over off-ramps in UAT: its key is public (service/src/sandbox/outsider.ts). */
const outsider = ['0x5c964c1742DA77e3afA13b7b00b8f16D17BfE36F', 'aGKpNZjQwkcnjay231DLqp8RsnyYF6whTHDiJqqssj4']

export const nameOf = ({ chain, txid, to, amount }: ChainEvent): string => `${chain} ${txid} ${to} ${amount}`

export const allEvents = async ({ uat, tokens }: Outside): Promise<ChainEvent[]> =>
  (await Promise.all(tokens.map((token) => eventsOf(uat.devnet!.origin, token)))).flat()

export async function baselineOf(world: Outside): Promise<Baseline> {
  const events = await allEvents(world)
  return {
    events: new Set(events.map(nameOf)),
    swept: sweptOf(await bankFacts(world)),
    strangers: [...outsider, ...events.flatMap(({ to }) => (to === null ? [] : [to]))],
  }
}

/** All entries that the bank has reported on our accounts, each once, in the order of its files. */
export async function bankFacts({ uat }: Pick<Outside, 'uat'>): Promise<BankFact[]> {
  const bank = customerOf(uat.counterparts.origin)
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const purposeOf = new Map<string, string>(accounts.map((one: any) => [one.iban, one.purpose]))
  const found = new Map<string, BankFact>()
  // A camt.053 repeats the entries of a camt.054, in any form.
  const files = (await allFiles(bank)).filter(({ type }) => type === 'camt.054')
  for (const { number, name } of files) {
    for (const { account, entries } of readCamt(await bank.file(name))) {
      for (const entry of entries) {
        const key = `${account} ${entry.bankref}`
        if (!found.has(key)) found.set(key, factOf(account, purposeOf.get(account) ?? '', number, entry))
      }
    }
  }
  return [...found.values()]
}

async function allFiles(bank: ReturnType<typeof customerOf>) {
  const files = await bank.files()
  while (true) {
    const more = await bank.files(files.at(-1)?.number ?? 0)
    if (more.length === 0) return files
    files.push(...more)
  }
}

type Entry = ReturnType<typeof readCamt>[number]['entries'][number]

const factOf = (account: string, purpose: string, file: number, entry: Entry): BankFact => ({
  account,
  purpose,
  currency: entry.currency,
  file,
  bankref: entry.bankref,
  direction: entry.direction,
  amount: entry.amount,
  code: entry.code,
  reference: entry.reference.value,
  paidTo: entry.creditorAccount,
  text: entry.unstructured,
  endToEndId: entry.endToEndId,
  counterparty: entry.counterparty,
  isReturn: entry.returnReason !== null,
  returnOf: entry.returnReason?.originalEndToEndId ?? null,
})

/** Transfers between client money and reserve: `CHF in` is the reserve's income. */
export function sweptOf(bank: readonly BankFact[]): Record<string, bigint> {
  const swept: Record<string, bigint> = {}
  for (const one of bank) {
    if (one.purpose !== 'reserve' || !one.code.endsWith('/BOOK')) continue
    const key = `${one.currency} ${one.direction === 'credit' ? 'in' : 'out'}`
    swept[key] = (swept[key] ?? 0n) + one.amount
  }
  return swept
}

export async function providerFacts({ uat }: Pick<Outside, 'uat'>): Promise<ProviderFact[]> {
  const { arrivals, settlements, returns } = (await get(`${uat.counterparts.origin}/provider/control/state`)).body
  const done = (all: any[], id: string) => all.filter((one) => one.arrival === id && one.status === 'settled')
  return arrivals.map((one: any): ProviderFact => {
    const settled = done(settlements, one.id)
    return {
      id: one.id,
      currency: one.currency,
      amount: minor(one.amount, one.currency),
      gone: one.gone,
      settlements: settled.length,
      returns: done(returns, one.id).length,
      net: settled[0] ? minor(settled[0].net, one.currency) : null,
    }
  })
}
