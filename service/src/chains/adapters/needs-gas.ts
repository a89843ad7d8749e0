/** A wallet of ours cannot pay the fees of its transaction. */
export class NeedsGas extends Error {
  override name = 'NeedsGas'
}

type Wallet = { key: string; address: string; chain: string }
type Amounts = { has: bigint; needs: bigint; decimals: number; coin: string }

export function assertGas({ key, address, chain }: Wallet, { has, needs, decimals, coin }: Amounts): void {
  if (has >= needs) return
  const amount = (units: bigint) => `${decimal(units, decimals)} ${coin}`
  throw new NeedsGas(
    `The wallet ${key} at ${address} on ${chain} holds ${amount(has)} and needs ${amount(needs)} for the next step: ` +
      `send it ${amount(needs - has)} or more`,
  )
}

function decimal(units: bigint, decimals: number): string {
  const digits = String(units).padStart(decimals + 1, '0')
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`.replace(/\.?0+$/, '')
}
