import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { RequestOf } from '@specie/protocol/endpoint.ts'
import { formatAmount, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { withdraw } from '@specie/protocol/transfers.ts'
import type { Sql, Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import { whitelistedWallet } from '../institutions/addresses.ts'
import { payableAccount } from '../institutions/bank-accounts.ts'
import type { Currency } from '../banking/payouts.ts'
import { isCoin } from '../treasury/coin.ts'
import { carrierOf, isAsset } from './carrier.ts'
import { isFiat } from './fiat.ts'
import { promisable, shortOnChain } from '../treasury/holdings.ts'

// What a request to withdraw comes to, checked as far as that goes without looking at anybody's balance.

type ByBank = { by: 'bank'; asset: Currency; quantity: bigint; fee: 0n }
type ByChain = { by: 'chain'; asset: AssetCode; quantity: bigint; fee: bigint; chain: ChainCode; dueAt: Date }
export type Plan = ByBank | ByChain

export function planOf(env: Env, ask: Pick<RequestOf<typeof withdraw>, 'asset' | 'quantity' | 'blockchain'>): Plan {
  const { asset, blockchain } = ask
  if (isFiat(asset)) {
    if (blockchain !== undefined) {
      throw new ApiError('unknown_blockchain', { field: 'blockchain' }, `${asset} is paid by the bank.`)
    }
    return { by: 'bank', asset, quantity: quantityOf(ask.quantity, asset), fee: 0n }
  }
  if (!isAsset(asset) || !isCoin(asset)) {
    const only = 'Only CHF, GBP, VCHF and VGBP can be withdrawn.'
    throw new ApiError('unknown_asset', { field: 'asset', asset }, only)
  }
  const { chain, minWithdraw, withdrawFee } = carrierOf(asset, blockchain)
  if (!env.chains.has(chain)) throw unavailable(`${chains[chain].name} is offline at the moment.`)
  const quantity = quantityOf(ask.quantity, asset)
  if (quantity < minWithdraw) {
    const least = formatAmount({ asset, minor: minWithdraw })
    throw badRequest('min_withdraw', `The smallest withdrawal on ${chain} is ${least} ${asset}.`, 'quantity')
  }
  const dueAt = new Date(env.clock.settlement().getTime() + env.config.settlementSeconds * 1000)
  return { by: 'chain', asset, quantity, fee: withdrawFee, chain, dueAt }
}

function quantityOf(text: string, asset: AssetCode): bigint {
  try {
    const { minor } = parseAmount(text, asset)
    if (minor > 0n) return minor
  } catch (error) {
    if (error instanceof MoneyError) throw badRequest(error.rule, error.message, 'quantity')
    throw error
  }
  throw badRequest('positive', 'There is nothing to pay: the quantity is zero.', 'quantity')
}

/** Exactly one of bank account and address, with what a client is shown of it. */
export type Destination = {
  bankAccountId: string | null
  addressId: string | null
  label: string
  address: string | null
  identifier: string | null
}

/** Where it goes, if it may go there. */
export async function destinationIn(sql: Sql, institutionId: string, plan: Plan, named: string): Promise<Destination> {
  if (plan.by === 'bank') {
    const { id, label, identifier } = await payableAccount(sql, institutionId, plan.asset, named, 'destination')
    return { bankAccountId: id, addressId: null, label, address: null, identifier }
  }
  const { id, label, address } = await whitelistedWallet(sql, institutionId, plan.chain, named)
  return { bankAccountId: null, addressId: id, label, address, identifier: null }
}

/**
 * Coins of one chain cannot be paid on another: what can be promised there must cover it. Takes the lock of these coins,
 * so it comes before the balance is touched; answers the refusal, for the caller's own balance is told of first.
 */
export async function shortageOf(tx: Tx, plan: Plan): Promise<ApiError | null> {
  if (plan.by === 'bank') return null
  const room = await promisable(tx, plan)
  return room < plan.quantity ? shortOnChain(plan, room, plan.quantity) : null
}
