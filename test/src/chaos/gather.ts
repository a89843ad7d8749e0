import { customerOf } from '@specie/counterparts/bank/customer.ts'
import { readCamt } from '@specie/payments/camt.ts'
import { get } from '../client.ts'
import { cents, fiatOf, minor, total } from './amounts.ts'
import { eventsOf, supplyOf } from './chain-events.ts'
import type { BankFact, ChainEvent, Facts, InstitutionFact, ProviderFact, ReserveFact, TradeFact } from './facts.ts'
import { institutionFact } from './lists.ts'
import { specie } from './outside.ts'
import { coins, type World } from './world.ts'

// Asks everybody outside what has happened.

/** What was there before anybody did anything: the desk's inventory. */
export type Baseline = {
  readonly events: ReadonlySet<string>
  readonly swept: Readonly<Record<string, bigint>>
  readonly strangers: readonly string[]
}

const nameOf = ({ chain, txid, to, amount }: ChainEvent): string => `${chain} ${txid} ${to} ${amount}`

const allEvents = async ({ uat, tokens }: World): Promise<ChainEvent[]> =>
  (await Promise.all(tokens.map((token) => eventsOf(uat.devnet!.origin, token)))).flat()

export async function baselineOf(world: World): Promise<Baseline> {
  const events = await allEvents(world)
  return {
    events: new Set(events.map(nameOf)),
    swept: sweptOf(await bankFacts(world)),
    strangers: events.flatMap(({ to }) => (to === null ? [] : [to])),
  }
}

/** Everything that the bank has told of our accounts, each entry once, in the order of its files. */
export async function bankFacts({ uat }: World): Promise<BankFact[]> {
  const bank = customerOf(uat.counterparts.origin)
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const purposeOf = new Map<string, string>(accounts.map((one: any) => [one.iban, one.purpose]))
  const found = new Map<string, BankFact>()
  // A camt.053 repeats, in whatever shape, what a camt.054 has told one by one.
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
  endToEndId: entry.endToEndId,
  counterparty: entry.counterparty,
  isReturn: entry.returnReason !== null,
  returnOf: entry.returnReason?.originalEndToEndId ?? null,
})

/** What went between client money and reserve: `CHF in` is what the reserve got. */
function sweptOf(bank: readonly BankFact[]): Record<string, bigint> {
  const swept: Record<string, bigint> = {}
  for (const one of bank) {
    if (one.purpose !== 'reserve' || !one.code.endsWith('/BOOK')) continue
    const key = `${one.currency} ${one.direction === 'credit' ? 'in' : 'out'}`
    swept[key] = (swept[key] ?? 0n) + one.amount
  }
  return swept
}

async function providerFacts({ uat }: World): Promise<ProviderFact[]> {
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

async function reserveFacts(
  world: World,
  baseline: Baseline,
  institutions: readonly InstitutionFact[],
  bank: readonly BankFact[],
): Promise<ReserveFact[]> {
  const { uat, tokens } = world
  const { assets } = (await get(`${uat.service.origin}/api/v1/client/reserves`)).body
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const swept = sweptOf(bank)
  const since = (key: string) => (swept[key] ?? 0n) - (baseline.swept[key] ?? 0n)
  return Promise.all(
    coins.map(async (asset): Promise<ReserveFact> => {
      const currency = fiatOf(asset)
      const told = assets.find((one: any) => one.asset === asset)
      const own = tokens.filter((token) => token.asset === asset)
      const supplies = await Promise.all(
        own.map(async (token) => [token.chain, await supplyOf(uat.devnet!.origin, token)] as const),
      )
      const account = accounts.find((one: any) => one.purpose === 'reserve' && one.currency === currency)
      const [ten, thousandth = ''] = (told.coverage ?? '').split('.')
      return {
        asset,
        currency,
        shownSupply: Object.fromEntries(told.chains.map((one: any) => [one.blockchain, minor(one.supply, asset)])),
        chainSupply: Object.fromEntries(supplies),
        shownCoverage: told.coverage === null ? null : BigInt(ten + thousandth.padEnd(4, '0').slice(0, 4)),
        bankBalance: minor(account.balance, currency),
        shownBalance: total(told.reserves.map((one: any) => minor(one.amount, currency))),
        minted: claimed(institutions, asset, 'mint'),
        redeemed: claimed(institutions, asset, 'burn'),
        sweptIn: since(`${currency} in`),
        sweptOut: since(`${currency} out`),
      }
    }),
  )
}

/** In cents: what has been minted or burned for somebody by now, as lists say. */
const claimed = (institutions: readonly InstitutionFact[], asset: string, what: 'mint' | 'burn'): bigint =>
  cents(
    total(
      institutions.flatMap(({ things }) =>
        things
          .filter(({ end }) => end === 'done')
          .flatMap(({ claims }) =>
            claims.flatMap((one) => (one.at === 'chain' && one.what === what && one.asset === asset ? [one.amount] : [])),
          ),
      ),
    ),
  )

const tradesOf = ({ id: institution, things }: InstitutionFact): TradeFact[] =>
  things
    .filter(({ kind, end }) => (kind === 'order' || kind === 'conversion') && end === 'done')
    .map(({ id, row }) => {
      const { bought, bought_currency, sold, sold_currency } = row as Record<string, string>
      return {
        id,
        institution,
        bought: minor(bought!, bought_currency!),
        bought_currency: bought_currency!,
        sold: minor(sold!, sold_currency!),
        sold_currency: sold_currency!,
      }
    })

/** Which addresses are the service's own is nothing that money depends on: its own table may say it. */
async function ownAddresses({ uat }: World): Promise<string[]> {
  const rows = await uat.database.owner.query<{ address: string }>('select address from chains.wallet')
  return rows.map(({ address }) => address)
}

export async function gather(world: World, baseline: Baseline, allowedLoss: bigint): Promise<Facts> {
  const institutions: InstitutionFact[] = []
  for (const one of world.institutions) institutions.push(await institutionFact(world, one))
  const bank = await bankFacts(world)
  const events = (await allEvents(world)).filter((event) => !baseline.events.has(nameOf(event)))
  const status = (await get(`${world.uat.service.origin}/api/v1/client/status`)).body
  const ours = await ownAddresses(world)
  return {
    institutions,
    events,
    ours,
    strangers: baseline.strangers.filter((one) => !ours.some((own) => own.toLowerCase() === one.toLowerCase())),
    bank,
    provider: await providerFacts(world),
    holds: world.holds,
    revocations: world.revocations.map(({ fact }) => fact),
    reserves: await reserveFacts(world, baseline, institutions, bank),
    trades: institutions.flatMap(tradesOf),
    allowedLoss,
    halts: haltsIn(status),
    check: await specie(world, 'check'),
  }
}

/** Whatever the public is told to be halted. */
const haltsIn = (status: { services?: { status: string; notice: string | null }[] } & Record<string, unknown>) =>
  (status.services ?? []).filter((one) => one.status === 'halted').map((one) => JSON.stringify(one))
