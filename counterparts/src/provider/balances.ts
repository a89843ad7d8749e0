import { type AssetCode, fiatCodes } from '@specie/protocol/assets.ts'
import { amount, formatAmount } from '@specie/protocol/money.ts'
import { signedSum } from '../bank/state.ts'
import { delivered } from './delivered.ts'
import { taker } from '../pending-faults.ts'
import type { Provider } from './provider.ts'

export type Balance = { asset: AssetCode; amount: string }

const crypto = ['ETH', 'USDC', 'BTC'] as const

/** Its balances for its customer. Unknown ones are omitted. */
export async function balancesOf(provider: Provider, devnetUrl: string | null): Promise<Balance[]> {
  const { state } = provider
  const { take, uses } = taker(state)
  if (take('balances_short')) {
    await provider.record({ type: 'failed', uses })
    return [...fiatCodes, ...crypto].map((asset) => ({ asset, amount: '0' }))
  }
  const balances = fiatCodes.map((asset) => balance(asset, state.books[asset].reduce(signedSum, 0n)))
  for (const asset of crypto) {
    const arrived = await delivered(devnetUrl, asset)
    if (arrived !== null) balances.push(balance(asset, arrived - (state.sold.get(asset) ?? 0n)))
  }
  await provider.durable()
  return balances
}

const balance = (asset: AssetCode, minor: bigint): Balance => ({ asset, amount: formatAmount(amount(asset, minor)) })
