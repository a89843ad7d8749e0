import type { AllowListMode } from '@specie/protocol/allow-lists.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Part as TextPart } from '@specie/protocol/web-api/search-text.ts'
import type { Sql } from '../base/database/db.ts'
import { page, type PageRequest } from '../base/http/pages.ts'
import { typesWithIsoTimes } from '../base/database/types.ts'
import { hasPart } from '../base/text-part.ts'
import { pulledNow } from '../compliance/switch/row.ts'
import type { Part, TroubleKind } from './trouble/reliable.ts'

// Chains as staff see them.

type Trouble = { part: Part; kind: TroubleKind; what: string; since: string }
type Chain = { blockchain: ChainCode; final: bigint; latest: bigint; read_at: string; broken: string | null }

/** How far each chain is read, and its problems. */
export async function chainsForStaff(sql: Sql) {
  const chains = await sql.query<Chain>({
    text: `select chain as blockchain, final, latest, read_at, problem as broken from chains.cursor order by chain`,
    types: typesWithIsoTimes,
  })
  const troubles = await sql.query<Trouble & { chain: ChainCode }>({
    text: 'select chain, part, kind, what, since from chains.trouble order by chain, part',
    types: typesWithIsoTimes,
  })
  return chains.map(({ final, latest, ...chain }) => ({
    ...chain,
    final: String(final),
    latest: String(latest),
    troubles: troubles
      .filter((one) => one.chain === chain.blockchain)
      .map(({ part, kind, what, since }) => ({ part, kind, what, since })),
  }))
}

type Contract = { blockchain: ChainCode; asset: AssetCode; address: string; txid: string | null; created_at: string }

export const contractsForStaff = (sql: Sql): Promise<Contract[]> =>
  sql.query<Contract>({
    text: 'select chain as blockchain, asset, address, txid, created_at from chains.contract order by chain, asset',
    types: typesWithIsoTimes,
  })

type Supply = Pick<Contract, 'blockchain' | 'asset' | 'address'> & {
  on_chain: bigint | null
  ledger: bigint | null
  compared_at: string | null
}

/** The supply of our own coins on each chain, as it was last compared with the ledger. */
export async function suppliesForStaff(sql: Sql) {
  const rows = await sql.query<Supply>({
    text: `select c.chain as blockchain, c.asset, c.address, s.on_chain, s.ledger, s.compared_at
           from chains.contract c left join chains.supply s using (chain, asset) order by c.asset, c.chain`,
    types: typesWithIsoTimes,
  })
  return rows
    .filter(({ asset }) => assets[asset].fiat !== null)
    .map(({ on_chain, ledger, compared_at, ...coin }) => ({
      ...coin,
      compared: compared_at === null ? null : comparisonOf(coin.asset, on_chain!, ledger!, compared_at),
    }))
}

const comparisonOf = (asset: AssetCode, onChain: bigint, ledger: bigint, at: string) => ({
  on_chain: formatAmount({ asset, minor: onChain }),
  ledger: formatAmount({ asset, minor: ledger }),
  difference: formatAmount({ asset, minor: onChain - ledger }),
  at,
})

type AllowList = {
  blockchain: ChainCode
  asset: AssetCode
  is_on: boolean
  decision: { is_on: boolean; at: string; problem: string | null } | null
  listed: bigint
  pending: bigint
  waiting: bigint
}

/** The allow list of each coin of ours on each chain with a contract of it, or a decision about it. */
export async function allowListsForStaff(sql: Sql) {
  const rows = await sql.query<AllowList>({
    text: `select coin.chain as blockchain, coin.asset, coalesce(done.is_on, false) as is_on,
        case when last.done_at is null and last.id is not null
          then jsonb_build_object('is_on', last.is_on, 'at', last.created_at, 'problem', last.problem) end as decision,
        (select count(*) from chains.listed l where (l.chain, l.asset) = (coin.chain, coin.asset) and l.is_listed
          and l.state = 'final') as listed,
        (select count(*) from chains.listed l where (l.chain, l.asset) = (coin.chain, coin.asset) and l.state <> 'final')
          as pending,
        (select count(*) from chains.operation o where (o.chain, o.asset) = (coin.chain, coin.asset) and o.state = 'queued'
          and o.kind in ('mint', 'transfer', 'collect') and chains.awaits_listing(o.chain, o.asset, o.recipient)) as waiting
      from (select chain, asset from chains.contract where asset in ('VCHF', 'VGBP')
        union select chain, asset from chains.allow_list) coin
      left join lateral (select * from chains.allow_list a where (a.chain, a.asset) = (coin.chain, coin.asset)
        order by number desc limit 1) last on true
      left join lateral (select * from chains.allow_list a where (a.chain, a.asset) = (coin.chain, coin.asset)
        and a.done_at is not null order by number desc limit 1) done on true
      order by coin.asset, coin.chain`,
    types: typesWithIsoTimes,
  })
  const modeOf = (isOn: boolean): AllowListMode => (isOn ? 'on' : 'off')
  return rows.map(({ is_on, decision, listed, pending, waiting, ...coin }) => ({
    coin: `${coin.asset}/${coin.blockchain}`,
    ...coin,
    mode: modeOf(is_on),
    decided: decision && {
      mode: modeOf(decision.is_on),
      at: new Date(decision.at).toISOString(),
      problem: decision.problem,
    },
    listed: Number(listed),
    pending: Number(pending),
    waiting: Number(waiting),
  }))
}

type Halt = { asset: AssetCode; reason: string; actor: string; since: string }

/** Coins whose minting is halted on all chains. */
export async function haltsForStaff(sql: Sql): Promise<Halt[]> {
  const ofCoin = /^mint:([A-Z]+)$/
  return (await pulledNow(sql)).flatMap(({ what, reason, actor, at }) => {
    const asset = ofCoin.exec(what)?.[1]
    return asset === undefined ? [] : [{ asset: asset as AssetCode, reason, actor, since: at.toISOString() }]
  })
}

type Burn = {
  id: string
  blockchain: ChainCode
  asset: AssetCode
  amount: bigint
  holder: string | null
  txid: string
  booked_at: string | null
  created_at: string
}

export type BurnFilters = { blockchain?: string | undefined; asset?: string | undefined }

const burns = `
  select id, chain as blockchain, asset, amount, sender as holder, txid, booked_at, created_at
  from chains.movement where verdict = 'holder_burn'`

/** Burns by holders of their own coins, newest first. */
export async function burnsForStaff(sql: Sql, { blockchain, asset, ...request }: PageRequest & BurnFilters) {
  const filters = { blockchain, asset }
  const { rows, next_cursor } = await page<Burn>(sql, request, { select: burns, values: [], filters })
  const items = rows.map(({ id, amount, ...row }) => ({
    ...row,
    movementid: id,
    amount: formatAmount({ asset: row.asset, minor: amount }),
  }))
  return { items, next_cursor }
}

type Operation = {
  id: string
  blockchain: ChainCode
  kind: string
  purpose: string
  subject: string
  asset: AssetCode
  amount: bigint
  state: 'queued' | 'working'
  attempts: number
  txid: string | null
  sent_at: string | null
  created_at: string
}

const operations = `
  select o.id, o.chain as blockchain, o.kind, o.purpose, o.subject, o.asset, o.amount, o.state, o.created_at, t.sent_at,
    coalesce(o.txid, t.hash, last.hash) as txid, coalesce(last.number, 0) as attempts
  from chains.operation o left join chains.transaction t on t.id = o.transaction_id
  left join lateral (
    select hash, number from chains.attempt a where a.transaction_id = t.id order by number desc limit 1) last on true
  where o.state in ('queued', 'working')`

/** Unfinished operations, newest first. */
export async function operationsForStaff(
  sql: Sql,
  { blockchain, ...request }: PageRequest & Pick<BurnFilters, 'blockchain'>,
) {
  const listing = { select: operations, values: [], filters: { blockchain } }
  const { rows, next_cursor } = await page<Operation>(sql, request, listing)
  const items = rows.map(({ id, amount, ...row }) => ({
    ...row,
    operationid: id,
    amount: formatAmount({ asset: row.asset, minor: amount }),
  }))
  return { items, next_cursor }
}

type Sent = { blockchain: ChainCode; kind: string; state: string; txid: string | null }

/** All operations of one subject, oldest first. */
export const operationsFor = (sql: Sql, subject: string): Promise<Sent[]> =>
  sql.query<Sent>(
    'select chain as blockchain, kind, state, txid from chains.operation where subject = $1 order by created_at, id',
    [subject],
  )

/** When new data of each chain was last read. */
export async function lastRead(sql: Sql): Promise<Map<ChainCode, Date>> {
  const rows = await sql.query<{ chain: ChainCode; at: Date }>('select chain, read_at as at from chains.cursor')
  return new Map(rows.map(({ chain, at }) => [chain, at]))
}

/** More operations than can share a part of six characters by chance. */
const maxSubjects = 1_000

/** The subjects of operations in transactions with these parts: ids of mints, withdrawals, payments and so on. */
export async function subjectsOfTransaction(sql: Sql, parts: readonly TextPart[]): Promise<string[]> {
  if (parts.length === 0) return []
  const values: unknown[] = []
  const add = (value: unknown) => `$${values.push(value)}`
  const has = (column: string) => parts.map((one) => hasPart(column, one, add)).join(' or ')
  const rows = await sql.query<{ subject: string }>(
    `select distinct subject from (
       select subject from chains.operation where txid is not null and (${has('txid')})
       union all
       select o.subject from chains.attempt a join chains.operation o using (transaction_id) where ${has('a.hash')}
     ) found order by subject desc limit ${maxSubjects}`,
    values,
  )
  return rows.map(({ subject }) => subject)
}
