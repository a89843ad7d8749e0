import { ownIbans } from '@specie/counterparts/provider/proceeds.ts'
import { get } from '../client.ts'
import { cents, fiatOf, minor, total } from './amounts.ts'
import { supplyOf } from './chain-events.ts'
import type { BankFact, Facts, InstitutionFact, ReserveFact, TradeFact } from './facts.ts'
import type { CredentialFact } from './facts-of-people.ts'
import { forgedFacts } from './forgers.ts'
import { allEvents, bankFacts, nameOf, providerFacts, sweptOf } from './gather-outside.ts'
import { institutionFact } from './lists.ts'
import { specie } from './command.ts'
import { balanceCases } from './stops.ts'
import { coins, type Institution, type Watched } from './world.ts'

// All facts of a run at its end: from the lists of the institutions, from public data, and from outside.

async function reserveFacts(
  world: Watched,
  institutions: readonly InstitutionFact[],
  bank: readonly BankFact[],
  events: Facts['events'],
): Promise<ReserveFact[]> {
  const { uat, tokens, baseline } = world
  const { assets } = (await get(`${uat.service.origin}/api/v1/client/reserves`)).body
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const swept = sweptOf(bank)
  const since = (key: string) => (swept[key] ?? 0n) - (baseline.swept[key] ?? 0n)
  return Promise.all(
    coins.map(async (asset): Promise<ReserveFact> => {
      const currency = fiatOf(asset)
      const answer = assets.find((one: any) => one.asset === asset)
      const own = tokens.filter((token) => token.asset === asset)
      const supplies = await Promise.all(
        own.map(async (token) => [token.chain, await supplyOf(uat.devnet!.origin, token)] as const),
      )
      const account = accounts.find((one: any) => one.purpose === 'reserve' && one.currency === currency)
      const [ten, thousandth = ''] = (answer.coverage ?? '').split('.')
      return {
        asset,
        currency,
        shownSupply: Object.fromEntries(answer.chains.map((one: any) => [one.blockchain, minor(one.supply, asset)])),
        chainSupply: Object.fromEntries(supplies),
        shownCoverage: answer.coverage === null ? null : BigInt(ten + thousandth.padEnd(4, '0').slice(0, 4)),
        bankBalance: minor(account.balance, currency),
        shownBalance: total(answer.reserves.map((one: any) => minor(one.amount, currency))),
        minted: claimed(institutions, events, asset, 'mint'),
        redeemed: claimed(institutions, events, asset, 'burn'),
        sweptIn: since(`${currency} in`),
        sweptOut: since(`${currency} out`),
      }
    }),
  )
}

/** In cents: the total minted or burned so far, including operations held since. */
function claimed(
  institutions: readonly InstitutionFact[],
  events: Facts['events'],
  asset: string,
  what: 'mint' | 'burn',
): bigint {
  const txids = new Set(events.map(({ txid }) => txid))
  const claims = institutions.flatMap(({ things }) =>
    things.flatMap(({ end, claims }) => claims.map((claim) => ({ end, claim }))),
  )
  const amounts = claims.flatMap(({ end, claim }) => {
    if (claim.at !== 'chain' || claim.what !== what || claim.asset !== asset) return []
    return end === 'done' || claim.txids.some((txid) => txids.has(txid)) ? [claim.amount] : []
  })
  return cents(total(amounts))
}

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

/** The service's own addresses do not affect money: its own table is trusted for them. */
async function ownAddresses({ uat }: Watched): Promise<string[]> {
  const rows = await uat.database.owner.query<{ address: string }>('select address from chains.wallet')
  return rows.map(({ address }) => address)
}

const doorsOf = ({ client, doors }: Institution): CredentialFact[] =>
  doors.map(({ id, kind, endedAt, calls }) => ({ id, kind, endedAt, calls, institution: client.institutionid }))

export async function gather(world: Watched, allowedLoss: bigint): Promise<Facts> {
  const { baseline } = world
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
    revocations: world.revocations,
    stops: world.stops,
    debts: world.debts,
    forged: await forgedFacts(world),
    doors: world.institutions.flatMap(doorsOf),
    balanceCases: await balanceCases(world),
    providerAccounts: Object.values(ownIbans),
    marks: world.marks,
    reserves: await reserveFacts(world, institutions, bank, events),
    trades: institutions.flatMap(tradesOf),
    allowedLoss,
    halts: haltsIn(status),
    check: await specie(world, 'check'),
  }
}

/** All public halts. */
const haltsIn = (status: { services?: { status: string; notice: string | null }[] } & Record<string, unknown>) =>
  (status.services ?? []).filter((one) => one.status === 'halted').map((one) => JSON.stringify(one))
