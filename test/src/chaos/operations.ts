import { fiatOf, minor, plain } from './amounts.ts'
import type { Claim, Operation } from './facts.ts'

// Rows of the institutions' lists in one shape: their effects on balances, and outside.

/** Public rows, with only the fields used here. */
export type Rows = {
  readonly institution: string
  readonly deposits: readonly any[]
  readonly supplychanges: readonly any[]
  readonly withdrawals: readonly any[]
  readonly rails: readonly any[]
  readonly payments: readonly any[]
  readonly orders: readonly any[]
  readonly conversions: readonly any[]
  /** By label: the destinations of this institution. */
  readonly destinations: Readonly<Record<string, string>>
}

type End = Operation['end']

const endOf = (status: string, done: readonly string[], undone: readonly string[]): End =>
  done.includes(status) ? 'done' : undone.includes(status) ? 'undone' : 'open'

export function thingsOf(rows: Rows): Operation[] {
  return [
    ...rows.deposits.map((row) => depositOf(rows, row)),
    ...rows.supplychanges.map((row) => (row.type === 'mint' ? mintOf(rows, row) : redemptionOf(rows, row))),
    ...rows.withdrawals.map((row) => withdrawalOf(rows, row)),
    ...rows.payments.map((row) => paymentOf(rows, row)),
    ...rows.orders.map((row) => exchangeOf(rows, row, 'order', row.ordid, row.ordstatus)),
    ...rows.conversions.map((row) => exchangeOf(rows, row, 'conversion', row.conversionid, row.status)),
  ]
}

const base = ({ institution }: Rows, row: any) => ({
  institution,
  status: row.status as string,
  to: null as string | null,
  mayCost: {},
  halfway: {},
  row,
})

function depositOf(rows: Rows, row: any): Operation {
  const amount = minor(row.quantity, row.asset)
  const common = { ...base(rows, row), id: row.depositid, moves: { [row.asset]: amount } }
  if (row.bankref !== null) {
    const claim: Claim = { at: 'wire', bankref: row.bankref, currency: row.asset, amount }
    return { ...common, kind: 'wire', end: endOf(row.status, ['credited'], ['returned']), claims: [claim] }
  }
  const claim: Claim = {
    at: 'chain',
    chain: row.blockchain,
    asset: row.asset,
    what: 'in',
    txids: [row.txid],
    to: row.address,
    amount,
  }
  const end = endOf(row.status, ['credited'], ['orphaned', 'returned'])
  return { ...common, kind: 'deposit', end, claims: isCoin(row.asset) ? [claim] : [] }
}

/** Chains of other assets are not read. */
const isCoin = (asset: string): boolean => asset === 'VCHF' || asset === 'VGBP'

/** A wallet or bank account by any of its names in lists. */
const placeOf = ({ destinations }: Rows, name: string): string => destinations[name] ?? name

/** The amount that the service sets aside for a transfer of ether to the provider. */
const networkFee = 5_000_000_000_000_000n

function mintOf(rows: Rows, row: any): Operation {
  const amount = minor(row.quantity, row.asset)
  const isPlatform = row.destination === null
  const moves: Record<string, bigint> = { [row.spent_currency]: -minor(row.spent, row.spent_currency) }
  if (isPlatform) moves[row.asset] = amount
  const to = isPlatform ? null : plain(row.address ?? placeOf(rows, row.destination))
  const isTrade = row.fulfilment === 'trade'
  const claim: Claim = {
    at: 'chain',
    chain: row.blockchain,
    asset: row.asset,
    what: isTrade ? 'out' : 'mint',
    txids: row.txids,
    to,
    amount,
  }
  return {
    ...base(rows, row),
    id: row.requestid,
    kind: 'mint',
    end: endOf(row.status, ['settled'], ['rejected', 'failed', 'canceled']),
    moves,
    mayCost: row.spent_currency === 'ETH' ? { ETH: networkFee } : {},
    halfway: row.spent_currency === fiatOf(row.asset) ? {} : { [fiatOf(row.asset)]: amount / 10_000n },
    to,
    claims: isTrade && isPlatform ? [] : [claim],
  }
}

function redemptionOf(rows: Rows, row: any): Operation {
  const amount = minor(row.quantity, row.asset)
  const worth = amount / 10_000n - minor(row.fee, row.fee_currency)
  const fiat = fiatOf(row.asset)
  const toBank = row.destination !== null
  // A payout that the bank did not execute is on the balance, and the row says why.
  const isBack = toBank && row.reason !== null
  const burn: Claim = {
    at: 'chain',
    chain: row.blockchain,
    asset: row.asset,
    what: 'burn',
    txids: row.txids,
    to: null,
    amount,
  }
  const account = placeOf(rows, row.destination ?? '')
  const payout: Claim = { at: 'bank', currency: fiat, to: account, amount: worth, stays: isBack ? 0 : 1 }
  return {
    ...base(rows, row),
    id: row.requestid,
    kind: 'redemption',
    end: endOf(row.status, ['settled'], ['rejected', 'failed']),
    moves: { [row.asset]: -amount, ...(toBank && !isBack ? {} : { [fiat]: worth }) },
    halfway: { [fiat]: worth },
    claims: toBank ? [burn, payout] : [burn],
  }
}

function withdrawalOf(rows: Rows, row: any): Operation {
  const amount = minor(row.quantity, row.asset)
  const common = {
    ...base(rows, row),
    id: row.withdrawalid,
    end: endOf(row.status, ['completed'], ['failed', 'rejected', 'canceled']),
    moves: { [row.asset]: -amount - minor(row.fee, row.asset) },
  }
  if (row.blockchain === null) {
    const claim: Claim = { at: 'bank', currency: row.asset, to: placeOf(rows, row.destination), amount, stays: 1 }
    return { ...common, kind: 'payout', claims: [claim] }
  }
  const claim: Claim = {
    at: 'chain',
    chain: row.blockchain,
    asset: row.asset,
    what: 'out',
    txids: row.txids,
    to: plain(row.address),
    amount,
  }
  return { ...common, kind: 'withdrawal', to: claim.to, claims: isCoin(row.asset) ? [claim] : [] }
}

const txidsOf = (row: any, leg?: string): string[] => [
  ...row.legs.filter((one: any) => leg === undefined || one.leg === leg).map((one: any) => one.ref),
  ...(leg === undefined || leg === 'mint' ? [row.txid] : []),
]

function paymentOf(rows: Rows, row: any): Operation {
  const rail = rows.rails.find((one) => one.railid === row.railid)
  const isOn = rail.railtype === 'FiatToStablecoin'
  const end: End = endOf(row.status, ['completed', 'returned', 'credited'], [])
  const common = { ...base(rows, row), id: row.paymentid, end, moves: {} }
  const received = minor(row.received, row.received_currency)
  const claims = row.status === 'returned' ? returned(row, isOn, received) : delivered(rows, row, rail, received)
  return { ...common, kind: isOn ? 'onramp' : 'offramp', to: isOn ? walletOf(rows, rail) : null, claims }
}

const walletOf = (rows: Rows, rail: any): string => plain(rail.wallet.address ?? placeOf(rows, rail.wallet.destination))

function returned(row: any, isOn: boolean, received: bigint): Claim[] {
  if (isOn) return [{ at: 'provider', arrival: row.legs[0].ref, outcome: 'returned', net: null }]
  const chain = chainOf(row.legs[0].ref)
  // To the senders, whom the list does not name.
  const asset = row.received_currency
  return [{ at: 'chain', chain, asset, what: 'out', txids: txidsOf(row, 'return'), to: null, amount: received }]
}

/** Lists of payments do not name the chain: hashes of EVM chains and signatures of Solana differ in form. */
const chainOf = (txid: string): string => (txid.startsWith('0x') ? 'EVM' : 'SOL')

function delivered(rows: Rows, row: any, rail: any, received: bigint): Claim[] {
  const { asset, blockchain: chain } = rail.instructions
  if (row.sent === null) return []
  const sent = minor(row.sent, row.sent_currency)
  if (rail.railtype === 'FiatToStablecoin') {
    const spread = spreadOf(row)
    const to = walletOf(rows, rail)
    return [
      { at: 'provider', arrival: row.legs[0].ref, outcome: 'settled', net: spread === null ? null : received - spread },
      { at: 'chain', chain, asset, what: 'mint', txids: txidsOf(row, 'mint'), to, amount: sent },
    ]
  }
  return [
    { at: 'chain', chain, asset, what: 'burn', txids: txidsOf(row, 'burn'), to: null, amount: received },
    { at: 'bank', currency: row.sent_currency, to: plain(rail.bankaccount.destination), amount: sent, stays: 1 },
  ]
}

/** The form of a leg: `1.5 CHF`. */
function spreadOf(row: any): bigint | null {
  const leg = row.legs.find((one: any) => one.leg === 'spread')
  const [amount, asset] = (leg?.ref ?? '').split(' ')
  return amount && asset ? minor(amount, asset) : null
}

function exchangeOf(rows: Rows, row: any, kind: 'order' | 'conversion', id: string, status: string): Operation {
  const end = endOf(status, ['Filled', 'completed'], ['Rejected', 'rejected'])
  const moves: Record<string, bigint> = {}
  const add = (asset: string, amount: bigint) => (moves[asset] = (moves[asset] ?? 0n) + amount)
  if (end === 'done') {
    add(row.bought_currency, minor(row.bought, row.bought_currency))
    add(row.sold_currency, -minor(row.sold, row.sold_currency))
    add(row.fee_currency, -minor(row.fee, row.fee_currency))
  }
  return { ...base(rows, row), status, kind, id, end, moves, claims: [] }
}
