import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Tx } from '../base/database/db.ts'
import { ApiError } from '../base/http/errors.ts'
import { house } from '../ledger/house.ts'
import { lockCoins } from './holdings.ts'

// Where clients' crypto lies. What was deposited lies at its owner's address, what was bought here at the address of whoever
// sold it, and what conversions did not need with the provider. All of it is one pool, so it is taken from where it lies;
// never what the owner of an address still has a claim on.

/** What others issue and we keep for clients. Each lives on one chain. */
export type CryptoCode = Extract<AssetCode, 'ETH' | 'USDC' | 'BTC'>

export const isCrypto = (asset: AssetCode): asset is CryptoCode =>
  assets[asset].fiat === null && assets[asset].blockchains.length > 0

export const chainOf = (asset: CryptoCode): ChainCode => assets[asset].blockchains[0]!.blockchain

/** A chain's own coin pays the network itself, from the address that it leaves; a token is moved at our expense. */
export const isNative = (asset: AssetCode): boolean => asset === 'ETH' || asset === 'BTC'

/** How it leaves a deposit address. */
export const leavesBy = (asset: CryptoCode): 'native' | 'collect' => (isNative(asset) ? 'native' : 'collect')

/** A deposit address with crypto that can be taken. */
export type Source = { readonly index: number; readonly owner: string; readonly free: bigint }

type Claimant = { readonly institutionId: string; readonly asset: CryptoCode }

/** What lies at an address less what is set aside there, and the claims of whoever it belongs to. */
const free = `
  select d.index, there.owner, there.amount - coalesce(case when there.owner = $1 then uncredited.amount else claim.amount end, 0) as free
  from (
    select t.owner, t.balance - coalesce((select sum(s.amount) from treasury.set_aside s
        where (s.owner::text, s.asset) = (t.owner, t.asset)), 0) as amount
    from ledger.account t where t.pool = 'client' and t.name = 'transitional' and t.asset = $2 and t.balance > 0
  ) there
  cross join lateral (
    select index from chains.deposit_address where family = $3 and institution_id = there.owner::uuid limit 1
  ) d
  left join lateral (
    select sum(quantity) as amount from transfers.deposit u
    where u.institution_id::text = there.owner and u.asset = $2 and u.state in ('screening', 'below_minimum', 'held')
      and (u.assigned_at is null or u.collected_at is not null)
  ) uncredited on true
  left join lateral (
    select sum(a.balance) - coalesce((select sum(c.held - c.network_fee) from issuance.conversion c
        where c.institution_id::text = there.owner and c.sell = $2 and c.state in ('sending', 'converting')), 0)
      - coalesce((select sum(w.quantity + w.fee) from transfers.withdrawal w
        where w.institution_id::text = there.owner and w.asset = $2 and w.source is not null
          and w.state in ('requested', 'screening', 'travel_rule', 'held', 'approved')), 0) as amount
    from ledger.account a
    where a.pool = 'client' and a.name in ('available', 'pending', 'held') and a.owner = there.owner and a.asset = $2
  ) claim on true`

/**
 * Addresses with something to take, the institution's own first, then the house's, then the fullest. Of others' only what
 * their owner has no claim on, because it was sold; of its own not what is not credited yet. Whoever asks is alone with this
 * crypto until the transaction ends, so what one counts on no other does; lock order: holdings.ts.
 */
export async function sourcesOf(tx: Tx, { institutionId, asset }: Claimant): Promise<Source[]> {
  const chain = chainOf(asset)
  await lockCoins(tx, [{ chain, asset }])
  return tx.query<Source>(
    `select * from (${free}) s where free > 0 order by owner = $1 desc, owner = $4 desc, free desc limit 50`,
    [institutionId, asset, chains[chain].family, house],
  )
}

/** The one address that can pay so much, or the refusal, which says how much could leave. */
export async function payingAddress(
  tx: Tx,
  claimant: Claimant,
  quantity: bigint,
  fee: bigint,
): Promise<Source | ApiError> {
  const sources = await sourcesOf(tx, claimant)
  const onTop = isNative(claimant.asset) ? fee : 0n
  const found = sources.find((source) => source.free >= quantity + onTop)
  return found ?? tooMuchAtOnce(claimant.asset, mostOf(sources, onTop), quantity)
}

function mostOf(sources: readonly Source[], onTop: bigint): bigint {
  const most = sources.reduce((most, source) => (source.free > most ? source.free : most), 0n) - onTop
  return most > 0n ? most : 0n
}

/** The most that one withdrawal can take, for a client to know. */
export async function cryptoAtOnce(tx: Tx, claimant: Claimant, fee: bigint): Promise<LimitLeft> {
  const { asset } = claimant
  const minor = mostOf(await sourcesOf(tx, claimant), isNative(asset) ? fee : 0n)
  return { limit: 'crypto_at_once', asset, left: formatAmount({ asset, minor }), resets_at: null }
}

function tooMuchAtOnce(asset: CryptoCode, most: bigint, quantity: bigint): ApiError {
  const blockchain = chainOf(asset)
  const text = (minor: bigint) => formatAmount({ asset, minor })
  const message =
    most === 0n
      ? `No ${asset} can leave at the moment: what you have lies with our conversion provider, where it can pay for mints. Your balance is as it was; ask again later.`
      : `At most ${text(most)} ${asset} can leave in one withdrawal at the moment: ask for less, and for the rest in another one.`
  return new ApiError(
    'insufficient_balance',
    { asset, available: text(most), needed: text(quantity), blockchain },
    message,
  )
}
