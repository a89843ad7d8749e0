import { type AssetCode, assets, isAsset } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { RequestOf } from '@specie/protocol/endpoints/endpoint.ts'
import { formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { withdraw } from '@specie/protocol/endpoints/transfers.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest, unavailable } from '../../base/http/errors.ts'
import { paidByBank } from '../../base/http/unknown-blockchain.ts'
import { chainOfWallet, whitelistedWallet } from '../../destinations/address/row.ts'
import { payableAccount } from '../../destinations/bank-account/row.ts'
import type { Currency } from '../../banking/payout/row.ts'
import { isCrypto, payingAddress } from '../../treasury/crypto.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { isFiat } from '../fiat.ts'
import { promisable, shortOnChain } from '../../treasury/holdings.ts'
import { readField } from '../../base/http/read-field.ts'

// The terms of a withdrawal request, checked as far as possible without a balance.

type ByBank = { by: 'bank'; asset: Currency; quantity: bigint; fee: 0n }
type ByChain = { by: 'chain'; asset: AssetCode; quantity: bigint; fee: bigint; chain: ChainCode; dueAt: Date }
export type Plan = ByBank | ByChain

type PlanRequest = Pick<RequestOf<typeof withdraw>, 'asset' | 'quantity' | 'blockchain' | 'destination'>

export async function planIn(env: Env, sql: Sql, institutionId: string, fields: PlanRequest): Promise<Plan> {
  const { asset } = fields
  if (isFiat(asset)) {
    if (fields.blockchain !== undefined) throw paidByBank(asset)
    return { by: 'bank', asset, quantity: quantityOf(fields.quantity, asset), fee: 0n }
  }
  if (!isAsset(asset)) throw new ApiError('unknown_asset', { field: 'asset', asset })
  const supported = assets[asset].blockchains.map((one) => one.blockchain)
  const blockchain = fields.blockchain ?? (await chainOfWallet(sql, institutionId, supported, fields.destination))
  const { chain, minWithdraw, withdrawFee } = chainTermsOf(asset, blockchain)
  if (!env.chains.has(chain)) throw unavailable(`${chains[chain].name} is offline at the moment.`)
  const quantity = quantityOf(fields.quantity, asset)
  if (quantity < minWithdraw) {
    const minimum = formatAmount({ asset, minor: minWithdraw })
    throw badRequest('min_withdraw', `The minimum withdrawal on ${chain} is ${minimum} ${asset}.`, 'quantity')
  }
  const dueAt = new Date(env.clock.settlement().getTime() + env.config.settlementSeconds * 1000)
  return { by: 'chain', asset, quantity, fee: withdrawFee, chain, dueAt }
}

function quantityOf(text: string, asset: AssetCode): bigint {
  const { minor } = readField('quantity', () => parseAmount(text, asset))
  if (minor > 0n) return minor
  throw badRequest('positive', 'The quantity must be above zero.', 'quantity')
}

/** Either a bank account or an address, with its form for the client. */
export type Destination = {
  bankAccountId: string | null
  addressId: string | null
  label: string
  address: string | null
  identifier: string | null
}

/** The destination, if it can be paid. */
export async function destinationIn(sql: Sql, institutionId: string, plan: Plan, named: string): Promise<Destination> {
  if (plan.by === 'bank') {
    const { id, label, identifier } = await payableAccount(sql, institutionId, plan.asset, named, 'destination')
    return { bankAccountId: id, addressId: null, label, address: null, identifier }
  }
  const { id, label, address } = await whitelistedWallet(sql, institutionId, plan.chain, named)
  return { bankAccountId: null, addressId: id, label, address, identifier: null }
}

/** The deposit address that pays a withdrawal of crypto; null for payments by the bank or the omnibus wallet. */
export type Payer = { readonly source: number; readonly source_owner: string } | null

/**
 * Reserves the paying address. Coins of one chain cannot be paid on another, and crypto can only be paid from an address
 * that holds it. This takes the lock of the address, so it comes before the balance. A refusal is returned, not thrown,
 * because a low balance is reported first.
 */
export async function payerIn(tx: Tx, institutionId: string, plan: Plan): Promise<Payer | ApiError> {
  if (plan.by === 'bank') return null
  const { asset, quantity, fee } = plan
  if (isCrypto(asset)) {
    const found = await payingAddress(tx, { institutionId, asset }, quantity, fee)
    return found instanceof ApiError ? found : { source: found.index, source_owner: found.owner }
  }
  const room = await promisable(tx, plan)
  return room < quantity ? shortOnChain(plan, room, quantity) : null
}
