import { assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { ResponseOf } from '@specie/protocol/endpoint.ts'
import { formatAmount, formatMinor } from '@specie/protocol/money.ts'
import type { getReserves } from '@specie/protocol/supply.ts'
import type { CoinCode } from '../base/chain-port.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { contractsOf } from '../chains/operations.ts'
import { coinCodes, fiatOf, par } from '../treasury/coin.ts'

type Reserves = ResponseOf<typeof getReserves>

/** What was issued and what stands behind it, as of one moment. */
export function reservesOf(env: Env): Promise<Reserves> {
  return env.db.tx(async (tx) => {
    const books = await booksOf(tx)
    const contracts = await contractsOf(tx)
    const cursors = await tx.query<{ chain: ChainCode; final: bigint }>('select chain, final from chains.cursor')
    const banks = await tx.query<{ currency: string; bic: string }>(
      `select currency, bic from banking.bank_account where purpose = 'reserve'`,
    )
    const blockOf = new Map(cursors.map(({ chain, final }) => [chain, Number(final)]))
    const as_of = env.clock.now().toISOString()
    return {
      assets: coinCodes.map((asset) => ({
        asset,
        as_of,
        chains: assets[asset].blockchains.map(({ blockchain }) => ({
          blockchain,
          contract: contracts.get(`${blockchain}/${asset}`) ?? null,
          block: blockOf.get(blockchain) ?? null,
          supply: text(asset, books(`issued:${blockchain}`, asset)),
        })),
        // To the last fraction of a cent: what holders have burned no longer circulates.
        circulating: text(asset, books('circulating', asset) - books('burned_fractions', asset)),
        ...backing(asset, books, banks.find((bank) => bank.currency === fiatOf(asset))?.bic ?? 'bank'),
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
     from ledger.account where pool in ('supply', 'reserve')`,
  )
  const balances = new Map(rows.map(({ name, asset, balance }) => [`${name} ${asset}`, balance]))
  return (account, asset) => balances.get(`${account} ${asset}`) ?? 0n
}

const text = (asset: CoinCode, minor: bigint): string => formatAmount({ asset, minor })

function backing(asset: CoinCode, books: Books, bank: string) {
  const currency = fiatOf(asset)
  const lots = [
    { institution: bank, type: 'bank' as const, minor: books('bank', currency) },
    { institution: 'custodian', type: 'securities' as const, minor: books('securities', currency) },
  ]
  const total = lots.reduce((sum, { minor }) => sum + minor, 0n)
  const owed = par(books('circulating', asset))
  return {
    reserves: lots
      .filter(({ type, minor }) => type === 'bank' || minor > 0n)
      .map(({ minor, ...lot }) => ({ ...lot, currency, amount: formatAmount({ asset: currency, minor }) })),
    // Four digits, rounded down: never better than it is.
    coverage: owed === 0n ? null : formatMinor((total * 10_000n) / owed, 4),
  }
}
