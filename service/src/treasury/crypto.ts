import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Tx } from '../base/database/db.ts'
import { ApiError } from '../base/http/errors.ts'
import { house } from '../ledger/house.ts'
import { leftOf, lockCoins } from './holdings.ts'

// Where clients' crypto is held: deposits at their owner's address, crypto bought here at the seller's address, and the
// remains of conversions at the provider. It is one pool, spent from where it is, except for the remaining claims of an
// address's owner.

/** Third-party assets that we hold for clients. Each of these assets exists on one chain. */
export type CryptoCode = Extract<AssetCode, 'ETH' | 'USDC' | 'BTC'>

export const isCrypto = (asset: AssetCode): asset is CryptoCode =>
  assets[asset].fiat === null && assets[asset].blockchains.length > 0

export const chainOf = (asset: CryptoCode): ChainCode => assets[asset].blockchains[0]!.blockchain

/** A native coin pays the network fee itself, from the sending address; the house pays it for a token. */
export const isNative = (asset: AssetCode): boolean => asset === 'ETH' || asset === 'BTC'

/** The kind of operation by which it leaves a deposit address. */
export const operationKindOf = (asset: CryptoCode): 'native' | 'collect' => (isNative(asset) ? 'native' : 'collect')

/** A deposit address with crypto that can be used. */
export type Source = { readonly index: number; readonly owner: string; readonly free: bigint }

type Claimant = { readonly institutionId: string; readonly asset: CryptoCode }

/** The balance of an address less its reservations, and the claims of its owner. */
const free = `
  select d.index, there.owner, there.amount - coalesce(case when there.owner = $1 then uncredited.amount else claim.amount end, 0) as free
  from (
    select t.owner, t.balance - coalesce((select sum(s.amount) from treasury.set_aside s
        where (s.owner::text, s.asset) = (t.owner, t.asset)), 0) as amount
    from ledger.balance t where t.pool = 'client' and t.name = 'transitional' and t.asset = $2 and t.balance > 0
  ) there
  cross join lateral (
    select index from chains.institution_address where family = $3 and institution_id = there.owner::uuid limit 1
  ) d
  left join lateral (
    select sum(c.amount) as amount from treasury.claim c
    where c.owner = there.owner and c.asset = $2 and c.kind = 'uncredited'
  ) uncredited on true
  left join lateral (
    select sum(c.amount) as amount from treasury.claim c
    where c.owner = there.owner and c.asset = $2 and c.kind in ('balance', 'leaving')
  ) claim on true`

/**
 * Addresses with crypto to use: the institution's own first, then the house's, then the fullest. At another owner's address
 * only the sold part, without the owner's claims; at its own address only credited deposits. The caller holds the lock until
 * its transaction ends, so nothing is used twice; lock order: holdings.ts.
 */
export async function sourcesOf(tx: Tx, { institutionId, asset }: Claimant): Promise<Source[]> {
  const chain = chainOf(asset)
  await lockCoins(tx, [{ chain, asset }])
  return tx.query<Source>(
    `select * from (${free}) s where free > 0 order by owner = $1 desc, owner = $4 desc, free desc limit 50`,
    [institutionId, asset, chains[chain].family, house],
  )
}

/** The address that can pay this quantity, or a refusal with the maximum. */
export async function payingAddress(
  tx: Tx,
  claimant: Claimant,
  quantity: bigint,
  fee: bigint,
): Promise<Source | ApiError> {
  const sources = await sourcesOf(tx, claimant)
  const onTop = isNative(claimant.asset) ? fee : 0n
  const found = sources.find((source) => source.free >= quantity + onTop)
  return found ?? exceedsMaximum(claimant.asset, maximumOf(sources, onTop), quantity)
}

function maximumOf(sources: readonly Source[], onTop: bigint): bigint {
  const maximum = sources.reduce((maximum, source) => (source.free > maximum ? source.free : maximum), 0n) - onTop
  return maximum > 0n ? maximum : 0n
}

/** The maximum of one withdrawal by a client with `most`. */
export async function cryptoAtOnce(tx: Tx, claimant: Claimant, fee: bigint, balance: bigint): Promise<LimitLeft> {
  const { asset } = claimant
  return leftOf('crypto_at_once', asset, maximumOf(await sourcesOf(tx, claimant), isNative(asset) ? fee : 0n), balance)
}

function exceedsMaximum(asset: CryptoCode, maximum: bigint, quantity: bigint): ApiError {
  const blockchain = chainOf(asset)
  const text = (minor: bigint) => formatAmount({ asset, minor })
  const [message, cure] =
    maximum === 0n
      ? [
          `No ${asset} can leave at the moment: yours is at our conversion provider, where it can pay for mints.`,
          'Ask again later; your balance is unchanged.',
        ]
      : [
          `At most ${text(maximum)} ${asset} can leave in one withdrawal at the moment.`,
          'Request less, and withdraw the rest separately.',
        ]
  const details = { asset, available: text(maximum), needed: text(quantity), blockchain }
  return new ApiError('insufficient_balance', details, message, {}, { cure })
}
