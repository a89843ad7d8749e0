import type { Tx } from '../../base/database/db.ts'
import { coinCodes } from '../../base/ports/chain.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { type Closing, closingBalances } from '../../ledger/explorer/closing.ts'
import { text } from '../document/figures.ts'
import type { Period } from '../document/period.ts'
import type { Check, Report, Row, Table } from '../document/report.ts'
import { accountAt, computed, countOf, sumOf, supplyOf, transfersOf } from '../document/sources.ts'
import { holderClasses } from './classes.ts'
import { type Coin, type Holding, holdingsAt, keptUntil } from './holdings.ts'

// Every address that holds a coin at the end of a day, by class, with the accounts of the institutions behind our wallets.

type HeldCoin = Coin & { readonly height: bigint; readonly holdings: readonly Holding[]; readonly isKept: boolean }

export async function holdersReport(tx: Tx, period: Period, now: Date): Promise<Report> {
  const until = period.to < now ? period.to : now
  const coins: HeldCoin[] = []
  for (const coin of await readCoins(tx)) {
    const isKept = (await keptUntil(tx, coin, until)).getTime() === until.getTime()
    coins.push({ ...coin, isKept, holdings: await holdingsAt(tx, coin, until) })
  }
  const names = await institutionNames(tx, [...new Set(coins.flatMap(institutionsOf))])
  const holders = holdersTable(coins, names, until)
  const supply = supplyTable(coins, await closingBalances(tx, ['supply/issued'], coinCodes, [until]), until)
  const clients = await clientsTable(tx, until)
  return {
    title: 'Holders of our coins',
    period: period.name,
    final: coins.every(({ isKept }) => isKept),
    notes: [
      'An address is classified by what was known at the end of the day: platform (a wallet of ours), deposit (the deposit address of an institution or a rail), whitelisted (a proved wallet of an institution), hosted (at a named provider), unknown.',
      'The coins of institutions on the platform are in our wallets. The table clients shows whose they are.',
      'The ledger books a mint or a burn when it is final. A difference in the table supply is what was final on the chain and not booked yet, or booked within the same moment.',
    ],
    tables: [summaryTable(coins), supply, holders, clients],
    checks: supplyChecks(supply),
    documents: [],
  }
}

const readCoins = (tx: Tx): Promise<(Coin & { height: bigint })[]> =>
  tx.query<Coin & { height: bigint }>('select chain, asset, height from chains.read_coin order by asset, chain')

const institutionsOf = ({ holdings }: HeldCoin): string[] =>
  holdings.flatMap(({ institution_id }) => institution_id ?? [])

function holdersTable(coins: readonly HeldCoin[], names: ReadonlyMap<string, string>, until: Date): Table {
  const rowsOf = ({ chain, asset, holdings }: HeldCoin): Row[] =>
    holdings.map(({ address, amount, class: kind, institution_id, provider }) => ({
      cells: [
        asset,
        chain,
        address,
        kind,
        institution_id ?? '',
        names.get(institution_id ?? '') ?? '',
        provider ?? '',
        text(asset, amount),
      ],
      sources: { amount: transfersOf(chain, asset, address, until) },
    }))
  return {
    name: 'holders',
    title: 'Holders',
    columns: ['asset', 'chain', 'address', 'class', 'institutionid', 'institution', 'provider', 'amount'],
    rows: coins.flatMap(rowsOf),
  }
}

function summaryTable(coins: readonly HeldCoin[]): Table {
  const rowsOf = ({ chain, asset, holdings }: HeldCoin): Row[] => {
    const byClass = Map.groupBy(holdings, (one) => one.class)
    return holderClasses.map((kind) => {
      const found = byClass.get(kind) ?? []
      const where = { asset, chain, class: kind }
      return {
        cells: [asset, chain, kind, String(found.length), text(asset, totalOf(found))],
        sources: { holders: countOf('holders', where), amount: sumOf('holders', 'amount', where) },
      }
    })
  }
  return {
    name: 'summary',
    title: 'By class',
    columns: ['asset', 'chain', 'class', 'holders', 'amount'],
    rows: coins.flatMap(rowsOf),
  }
}

const totalOf = (holdings: readonly Holding[]): bigint => holdings.reduce((sum, { amount }) => sum + amount, 0n)

function supplyTable(coins: readonly HeldCoin[], issued: readonly Closing[], until: Date): Table {
  const rowOf = ({ chain, asset, height, holdings }: HeldCoin): Row => {
    const account = issued.find((one) => one.owner === chain && one.asset === asset)
    const [onChain, inLedger] = [totalOf(holdings), account?.balance ?? 0n]
    return {
      cells: [
        asset,
        chain,
        String(height),
        text(asset, onChain),
        text(asset, inLedger),
        text(asset, onChain - inLedger),
      ],
      sources: {
        held: supplyOf(chain, asset, until),
        issued: account === undefined ? computed('0: the ledger has no such account') : accountAt(account),
        difference: computed('held - issued'),
      },
    }
  }
  return {
    name: 'supply',
    title: 'Supply',
    columns: ['asset', 'chain', 'read_up_to_block', 'held', 'issued', 'difference'],
    rows: coins.map(rowOf),
  }
}

const supplyChecks = ({ rows }: Table): Check[] =>
  rows.map(({ cells: [asset, chain, , held, issued, difference] }) => ({
    what: `${asset} on ${chain}: all holders together hold what the ledger has issued there`,
    ok: difference === '0',
    detail: difference === '0' ? '' : `${held} held, ${issued} issued`,
  }))

const clientKinds = ['client/available', 'client/pending', 'client/held']

/** Whose the coins in our wallets are, by the ledger. */
async function clientsTable(tx: Tx, until: Date): Promise<Table> {
  const accounts = (await closingBalances(tx, clientKinds, coinCodes, [until])).filter(({ balance }) => balance !== 0n)
  const owners = accounts.map(({ owner }) => owner)
  const names = await institutionNames(tx, [...new Set(owners.filter((owner) => owner.includes('-')))])
  const rows = accounts.map((one) => ({
    cells: [one.asset, one.owner, names.get(one.owner) ?? '', one.name, text(one.asset, one.balance)],
    sources: { amount: accountAt(one) },
  }))
  return {
    name: 'clients',
    title: 'Coins on the platform, by institution',
    columns: ['asset', 'institutionid', 'institution', 'account', 'amount'],
    rows,
  }
}
