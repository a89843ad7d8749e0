import { assets } from '@specie/protocol/assets.ts'
import type { ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { formatAmount, formatMinor } from '@specie/protocol/money.ts'
import type { getReserves } from '@specie/protocol/endpoints/supply.ts'
import { ownAccounts } from '../banking/account/own-accounts.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { contractsOf, finalBlocks } from '../chains/outbox/operations.ts'
import { coinCodes, fiatOf, par } from '../ledger/coin.ts'
import { type Backing, backingOf, coverageOf, forHolders } from '../treasury/coverage.ts'

type Reserves = ResponseOf<typeof getReserves>

/** The issued coins and their backing, as of one moment. */
export function reservesOf(env: Env): Promise<Reserves> {
  return env.db.tx(async (tx) => {
    const books = await booksOf(tx)
    const contracts = await contractsOf(tx)
    const blocks = await finalBlocks(tx)
    const banks = (await ownAccounts(tx)).filter(({ purpose }) => purpose === 'reserve')
    const backings = new Map<CoinCode, Backing>()
    for (const coin of coinCodes) backings.set(coin, await backingOf(tx, coin))
    const as_of = env.clock.now().toISOString()
    return {
      assets: coinCodes.map((asset) => ({
        asset,
        as_of,
        chains: assets[asset].blockchains.map(({ blockchain }) => ({
          blockchain,
          contract: contracts.get(`${blockchain}/${asset}`) ?? null,
          block: blocks.get(blockchain) ?? null,
          supply: text(asset, books(`issued:${blockchain}`, asset)),
        })),
        // Exact to the fraction of a cent: coins burned by holders no longer circulate.
        circulating: text(asset, books('circulating', asset) - books('burned_fractions', asset)),
        reserves: lotsOf(asset, books, banks.find((bank) => bank.currency === fiatOf(asset))?.bic ?? 'bank'),
        ...backingView(asset, backings.get(asset)!),
        liabilities_root: null,
        signature: null,
      })),
    }
  }, 'repeatable read, read only')
}

type Books = (account: string, asset: string) => bigint

async function booksOf(tx: Tx): Promise<Books> {
  const rows = await tx.query<{ name: string; asset: string; balance: bigint }>(
    `select name || case owner when '' then '' else ':' || owner end as name, asset, balance
     from ledger.balance where pool in ('supply', 'reserve')`,
  )
  const balances = new Map(rows.map(({ name, asset, balance }) => [`${name} ${asset}`, balance]))
  return (account, asset) => balances.get(`${account} ${asset}`) ?? 0n
}

const text = (asset: CoinCode, minor: bigint): string => formatAmount({ asset, minor })

/** The whole content of the reserve, by purpose. */
function lotsOf(asset: CoinCode, books: Books, bank: string) {
  const currency = fiatOf(asset)
  const lots = [
    { institution: bank, type: 'bank' as const, minor: books('bank', currency) },
    { institution: 'custodian', type: 'securities' as const, minor: books('securities', currency) },
  ]
  return lots
    .filter(({ type, minor }) => type === 'bank' || minor > 0n)
    .map(({ minor, ...lot }) => ({ ...lot, currency, amount: formatAmount({ asset: currency, minor }) }))
}

/** The part that backs the coins, and the coverage, rounded down. */
function backingView(asset: CoinCode, backing: Backing) {
  const currency = fiatOf(asset)
  const money = (minor: bigint) => formatAmount({ asset: currency, minor: par(minor) })
  const coverage = coverageOf(backing)
  const free = forHolders(backing)
  return {
    backing: {
      currency,
      for_holders: money(free > 0n ? free : 0n),
      owed_to_clients: money(backing.dueToClients),
      paid_ahead: money(backing.ahead),
      under_way: text(asset, backing.pendingPaid + backing.pendingUnpaid),
    },
    coverage: coverage === null ? null : formatMinor(coverage, 4),
  }
}
