import type { AssetCode } from '@specie/protocol/assets.ts'
import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { mintTokens } from '@specie/protocol/endpoints/supply.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { PaymentRequester } from '../../access/payment-approval.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { readField } from '../../base/http/read-field.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { assertReliable } from '../../chains/trouble/reliable.ts'
import { whitelistedWallet } from '../../destinations/address/row.ts'
import { chargeOf, coinsFor, fiatOf, par } from '../../ledger/coin.ts'
import { minimumWorth } from '../../markets/rate/rates.ts'
import { chainOf } from '../../treasury/crypto.ts'
import { omnibusAddress } from '../../treasury/holdings.ts'
import type { Coins } from '../supply-change.ts'
import { indicativeCost, isFiat, isSellable } from './funding/row.ts'
import type { Mint } from './row.ts'

// The checks before money moves: minimum, destination and funding. They lock and write nothing.

export type MintRequest = RequestOf<typeof mintTokens>
export type Minter = PaymentRequester & { agreements: readonly string[] }

/** A requested mint with its cost. Whether it is issued or traded is decided later. */
export type Order = Coins &
  Pick<
    Mint,
    | 'clreqid'
    | 'destination'
    | 'address'
    | 'address_id'
    | 'cost'
    | 'charge'
    | 'funding_currency'
    | 'spent'
    | 'spread'
    | 'max_spent'
  > & { fulfilment: 'auto' | Mint['fulfilment'] }

/** All checks that need no transaction, in their order. */
export async function validOrder(env: Env, by: Minter, ask: MintRequest, coins: Coins): Promise<Order> {
  const { asset, blockchain, quantity } = coins
  await assertReliable(env, env.db, blockchain)
  await assertMinimum(env, coins)
  const wallet =
    ask.destination === undefined
      ? { id: null, label: null, address: await omnibusAddress(env.db, blockchain) }
      : await whitelistedWallet(env.db, by.institutionId, blockchain, ask.destination)
  const charge = chargeOf(par(quantity), env.config.mintFeeBps)
  const cost = par(quantity) + charge
  return {
    ...coins,
    clreqid: ask.clreqid ?? null,
    destination: wallet.label,
    address: wallet.address,
    address_id: wallet.id,
    fulfilment: ask.fulfilment ?? 'auto',
    cost,
    charge,
    ...(await fundingOf(env, by, ask, fiatOf(asset), cost)),
  }
}

/** The smallest issuance in the coin, at the current reference rate. */
export async function smallestMint(env: Env, asset: CoinCode): Promise<{ minimum: bigint; rate: string }> {
  const { minor, rate } = await minimumWorth(env, BigInt(env.config.mintMinimum) * 100n, fiatOf(asset))
  return { minimum: coinsFor(minor), rate }
}

async function assertMinimum(env: Env, { asset, quantity }: Coins): Promise<void> {
  const { minimum, rate } = await smallestMint(env, asset)
  if (quantity >= minimum) return
  const [smallest, given] = [minimum, quantity].map((minor) => formatAmount({ asset, minor }))
  throw new ApiError(
    'min_amount_below_threshold',
    { minimum: smallest, asset, rate, minimum_gbp: String(env.config.mintMinimum) },
    `The smallest issuance is GBP ${env.config.mintMinimum}; you asked for ${given} ${asset}.`,
  )
}

/** The funding; if it must be sold first, `spent` is the amount at the current price. */
async function fundingOf(env: Env, by: Minter, ask: MintRequest, fiat: 'CHF' | 'GBP', cost: bigint) {
  const symbol = ask.funding_currency ?? fiat
  if (symbol === fiat) {
    ceilingOf(ask, fiat, cost)
    return { funding_currency: fiat, spent: cost, spread: 0n, max_spent: null }
  }
  if (!isSellable(symbol)) {
    const message = `Pay a mint of this coin in CHF, GBP, BTC, ETH or USDC.`
    throw new ApiError('unknown_asset', { field: 'funding_currency', asset: symbol }, message)
  }
  if (!isFiat(symbol)) {
    if (!by.agreements.includes('crypto_conversion')) {
      throw new ApiError('agreement_missing', { reason: 'not_active', agreement: 'crypto_conversion' })
    }
    await assertReliable(env, env.db, chainOf(symbol))
  }
  const { sold, spread } = await indicativeCost(env, { sell: symbol, buy: fiat, bought: cost })
  const usual = (sold * BigInt(10_000 + env.config.mintFundingToleranceBps) + 9_999n) / 10_000n
  return { funding_currency: symbol, spent: sold, spread, max_spent: ceilingOf(ask, symbol, sold) ?? usual }
}

/** The client's ceiling; null if there is none. */
function ceilingOf({ max_spent: text }: MintRequest, asset: AssetCode, estimate: bigint): bigint | null {
  if (text === undefined) return null
  const ceiling = numberOf(text, asset)
  if (ceiling >= estimate) return ceiling
  const needed = formatAmount({ asset, minor: estimate })
  throw badRequest(
    'below_estimate',
    `The mint currently takes ${needed} ${asset}, which exceeds \`max_spent\`.`,
    'max_spent',
  )
}

const numberOf = (text: string, asset: AssetCode): bigint =>
  readField(
    'max_spent',
    () => parseAmount(text, asset).minor,
    (rule, message, field) => badRequest(rule, `\`max_spent\`: ${message}`, field),
  )
