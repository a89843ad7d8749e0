import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Uat } from './programs/uat.ts'

/** The initial inventory of market makers, except Bitcoin. */
const coins = ['CHF', 'GBP', 'VCHF', 'VGBP', 'USDC', 'ETH'] as const
const amounts = (...of: string[]) => Object.fromEntries(coins.map((coin, n) => [coin, of[n]!]))

export const inventory = {
  house: amounts('25000000', '25000000', '17000000', '17000000', '20000000', '2000'),
  venue: amounts('6250000', '6250000', '4250000', '4250000', '5000000', '500'),
}

/** A holder's balances except Bitcoin; pending ones are marked. */
export async function holdings({ database }: Pick<Uat, 'database'>, owner: string): Promise<Record<string, string>> {
  const rows = await database.app.query<{ asset: AssetCode; name: string; balance: bigint }>(
    `select asset, name, balance from ledger.account where pool = 'client' and owner = $1
       and name in ('available', 'pending') and asset <> 'BTC' and balance <> 0`,
    [owner],
  )
  return Object.fromEntries(
    rows.map(({ asset, name, balance }) => [
      name === 'available' ? asset : `${name} ${asset}`,
      formatAmount({ asset, minor: balance }),
    ]),
  )
}
