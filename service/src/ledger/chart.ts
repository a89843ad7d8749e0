import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { Tx } from '../base/database/db.ts'

// The chart of accounts. The database has a copy (syncChart) and opens only accounts that are on it.

/** The kind of owner, which is part of the account's name, as in `available:{institution}`. */
export const ownerKinds = ['none', 'institution', 'chain', 'provider', 'case', 'payment'] as const
type OwnerKind = (typeof ownerKinds)[number]
/** The side on which an account's balance is positive. */
export const normalSides = ['debit', 'credit'] as const
type Side = (typeof normalSides)[number]
type Kind<Owner extends OwnerKind> = { readonly side: Side; readonly floored: boolean; readonly owner: Owner }

const kind =
  (side: Side, floored: boolean) =>
  <Owner extends OwnerKind = 'none'>(owner: Owner = 'none' as Owner): Kind<Owner> => ({ side, floored, owner })

/** Assets and liabilities: never below zero (L3). */
const dr = kind('debit', true)
const cr = kind('credit', true)
/** The issuer's own income, expenses and capital, which a loss may take below zero. */
const expense = kind('debit', false)
const income = kind('credit', false)

export const chart = {
  /** Client money that we hold. */
  client: {
    bank: dr(),
    provider_fiat: dr('provider'),
    provider_crypto: dr('provider'),
    omnibus: dr('chain'),
    transitional: dr('institution'),
    due_from_reserve: dr(),
    /** The debt of an institution to the clients' money: money taken back after it was spent. */
    owed: dr('institution'),
    available: cr('institution'),
    pending: cr('institution'),
    held: cr('institution'),
    unallocated: cr(),
    returns: cr(),
    payouts_in_transit: cr(),
    frozen: cr('case'),
    fees_due: cr(),
    onchain_in_transit: cr(),
    rail: cr('payment'),
    provider_payable: cr('provider'),
    due_to_reserve: cr(),
    /** The part that the bank or a chain took back beyond the balance of the account or the address. */
    overdraft: cr(),
  },
  /** The backing of the coins. The floor of `excess` is L5. */
  reserve: {
    bank: dr(),
    securities: dr(),
    due_from_client: dr(),
    redemption_liability: cr(),
    due_to_client: cr(),
    excess: cr(),
  },
  /** The issuer itself. */
  house: {
    bank: dr(),
    fees_receivable: dr(),
    gas: dr('chain'),
    client_receivable: dr(),
    capital: income(),
    fees: income(),
    commission: income(),
    network_fees_recovered: income(),
    reserve_income: income(),
    network_fees: expense(),
    bank_charges: expense(),
    trading_position: expense(),
  },
  /**
   * Memorandum of tokens. `treasury`: minted and not yet issued. `burned_fractions`: burned by holders, but less than a
   * whole minor unit of the fiat so far; the liability falls once it is a whole one (L4).
   */
  supply: {
    issued: cr('chain'),
    burned_fractions: cr(),
    treasury: dr('chain'),
    circulating: dr(),
  },
} as const

type Chart = typeof chart
type Pool = keyof Chart
type Kinds = { [P in Pool]: { [N in keyof Chart[P]]: Chart[P][N] } }
type OwnerOf<P extends Pool, N extends keyof Kinds[P]> = Kinds[P][N] extends Kind<infer Owner> ? Owner : never

/** An account as plain data. `owner` is empty where the chart has none. */
export type Account = {
  readonly pool: Pool
  readonly name: string
  readonly owner: string
  readonly asset: AssetCode
  /** The name in messages: `client/available:acme/CHF`. Computed once, because the hot path uses it often. */
  readonly code: string
}

const ownerPattern = /^[A-Za-z0-9._:-]{1,64}$/

/** `account('client', 'available', institution, 'CHF')`, `account('client', 'bank', 'CHF')` */
export function account<P extends Pool, N extends keyof Kinds[P] & string>(
  pool: P,
  name: N,
  ...rest: OwnerOf<P, N> extends 'none' ? [asset: AssetCode] : [owner: string, asset: AssetCode]
): Account {
  const [owner, asset] = rest.length === 1 ? ['', rest[0]] : rest
  const result = named({ pool, name, owner, asset })
  if (owner !== '' && !ownerPattern.test(owner)) {
    throw new Error(`${result.code}: an owner is 1 to 64 letters, digits and . _ : -`)
  }
  return result
}

/** An account as stored in the database. */
export function named({ pool, name, owner, asset }: Omit<Account, 'code'>): Account {
  const code = owner === '' ? `${pool}/${name}/${asset}` : `${pool}/${name}:${owner}/${asset}`
  return { pool, name, owner, asset, code }
}

/**
 * Copies the chart and the decimals of the assets into the database. The definition of open accounts is never changed,
 * and nothing is removed. A kind that the code no longer has keeps its history.
 */
export async function syncChart(tx: Tx): Promise<void> {
  const kinds = JSON.stringify(
    Object.entries(chart).flatMap(([pool, names]) =>
      Object.entries(names).map(([name, kind]) => ({ pool, name, ...kind })),
    ),
  )
  const scales = JSON.stringify(Object.values(assets).map(({ symbol, decimals }) => ({ code: symbol, decimals })))
  const changed = [
    ...(await tx.query<{ what: string }>(changedKinds, [kinds])),
    ...(await tx.query<{ what: string }>(changedScales, [scales])),
  ]
  if (changed.length > 0) {
    const what = changed.map((row) => row.what).join(', ')
    throw new Error(`The code now defines open accounts differently: ${what}. Give the new meaning a new name.`)
  }
  await tx.query(writeKinds, [kinds])
  await tx.query(writeScales, [scales])
}

const kindsNow = `jsonb_to_recordset($1) as now (pool text, name text, side text, floored boolean, owner text)`
const scalesNow = `jsonb_to_recordset($1) as now (code text, decimals smallint)`

const changedKinds = `
  select pool || '/' || name as what
  from ledger.chart join ${kindsNow} using (pool, name)
  where (now.side, now.floored, now.owner) <> (chart.side, chart.floored, chart.owner)
    and exists (select from ledger.account where (account.pool, account.name) = (chart.pool, chart.name))
  order by what`

const changedScales = `
  select code as what
  from ledger.asset join ${scalesNow} using (code)
  where now.decimals <> asset.decimals and exists (select from ledger.account where account.asset = code)
  order by what`

const writeKinds = `
  insert into ledger.chart select pool, name, side, floored, owner from ${kindsNow}
  on conflict (pool, name) do update set side = excluded.side, floored = excluded.floored, owner = excluded.owner`

const writeScales = `
  insert into ledger.asset select code, decimals from ${scalesNow}
  on conflict (code) do update set decimals = excluded.decimals`
