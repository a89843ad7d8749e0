import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { CoinCode } from '../base/chain-port.ts'
import type { Stateful } from '../base/machines.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Journal, type Line } from '../ledger/journal.ts'
import { fiatOf, house, par } from './coin.ts'

export type MintState = keyof typeof machines.mint.states

/** Coins that an institution asked for. Amounts are minor units. */
export type Mint = {
  id: string
  institution_id: string
  clreqid: string | null
  asset: CoinCode
  blockchain: ChainCode
  quantity: bigint
  fulfilment: 'issuance' | 'trade'
  /** Label of the wallet; null: the Platform balance. */
  destination: string | null
  /** That receives the coins on the chain. */
  address: string
  /** In the coin's own fiat: the quantity at par and our charge. */
  cost: bigint
  charge: bigint
  funding_currency: AssetCode
  /** In funding_currency; an estimate as long as it has yet to be sold. */
  spent: bigint
  /** What converting cost, in the coin's own fiat. */
  spread: bigint
  /** Its money was moved to the reserve ahead of the coins. */
  reserved: boolean
  reason: string | null
  asked_settlement: Date
  booked_at: Date | null
  settled_at: Date | null
  state: MintState
  created_at: Date
  updated_at: Date
}

export const mintMachine: Stateful = { machine: machines.mint, table: 'issuance.mint' }
export const mintsJob = 'issuance.mints'

/** True when something else is sold first: then nothing is held before that is there (conversions.ts). */
export const isConverted = ({ funding_currency, asset }: Pick<Mint, 'funding_currency' | 'asset'>): boolean =>
  funding_currency !== fiatOf(asset)

export const convertedMint = (mint: Mint) => ({ ...mint, fiat_amount: mint.cost })

// The journals of a mint, `mint:<id>:<step>` (ledger.md). n is the quantity at par, f our charge.

function journal(mint: Mint, step: string, lines: readonly Line[], meta: Record<string, string> = {}): Journal {
  return { key: `mint:${mint.id}:${step}`, kind: `mint_${step}`, lines, meta: { ref: mint.id, ...meta } }
}

const own = ({ institution_id }: Mint, name: 'available' | 'pending', asset: AssetCode) =>
  account('client', name, institution_id, asset)

/** What it costs is held. */
export const requested = (mint: Mint): Journal => between(mint, 'requested', 'available', 'pending')

/** A person has refused it. */
export const rejected = (mint: Mint): Journal => between(mint, 'rejected', 'pending', 'available')

function between(mint: Mint, step: string, from: 'available' | 'pending', to: 'available' | 'pending'): Journal {
  const fiat = fiatOf(mint.asset)
  return journal(mint, step, [debit(own(mint, from, fiat), mint.cost), credit(own(mint, to, fiat), mint.cost)])
}

/** Its money goes ahead, so that a sweep can fund the reserve before the coins exist (L5). */
export function movedAhead(mint: Mint): Journal {
  const [fiat, n] = [fiatOf(mint.asset), par(mint.quantity)]
  return journal(mint, 'reserved', [
    debit(own(mint, 'pending', fiat), n),
    credit(account('client', 'due_to_reserve', fiat), n),
    debit(account('reserve', 'due_from_client', fiat), n),
    credit(account('reserve', 'excess', fiat), n),
  ])
}

/** The chain has the coins, finally. On the Platform they stay pending until the mint settles. */
export function issued(mint: Mint, txid: string): Journal {
  if (mint.fulfilment === 'trade') return delivered(mint, txid)
  const { asset, quantity, blockchain, charge: f, destination } = mint
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  const toReserve = mint.reserved
    ? [debit(account('reserve', 'excess', fiat), n)]
    : [
        debit(own(mint, 'pending', fiat), n),
        credit(account('client', 'due_to_reserve', fiat), n),
        debit(account('reserve', 'due_from_client', fiat), n),
      ]
  const toPlatform = [
    debit(account('client', 'omnibus', blockchain, asset), quantity),
    credit(own(mint, 'pending', asset), quantity),
  ]
  const lines = [
    ...toReserve,
    credit(account('reserve', 'redemption_liability', fiat), n),
    debit(account('supply', 'circulating', asset), quantity),
    credit(account('supply', 'issued', blockchain, asset), quantity),
    ...(destination === null ? toPlatform : []),
    debit(own(mint, 'pending', fiat), f),
    credit(account('client', 'fees_due', fiat), f),
    ...earned(mint),
  ]
  return journal(mint, 'issued', lines, { txid })
}

/** Our fee is ours, and still lies with clients' money. */
const earned = ({ asset, charge }: Mint): Line[] => [
  debit(account('house', 'fees_receivable', fiatOf(asset)), charge),
  credit(account('house', 'fees', fiatOf(asset)), charge),
]

export const settled = (mint: Mint): Journal =>
  journal(mint, 'settled', [
    debit(own(mint, 'pending', mint.asset), mint.quantity),
    credit(own(mint, 'available', mint.asset), mint.quantity),
  ])

/** There will be no coins: the money is back, also where it was on its way to the reserve. */
export function failed(mint: Mint): Journal {
  const { asset, quantity, cost, charge } = mint
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  if (!mint.reserved) {
    const inventory = [
      debit(account('client', 'onchain_in_transit', asset), quantity),
      credit(account('client', 'available', house, asset), quantity),
    ]
    const back = [debit(own(mint, 'pending', fiat), cost), credit(own(mint, 'available', fiat), cost)]
    return journal(mint, 'failed', mint.fulfilment === 'trade' ? [...inventory, ...back] : back)
  }
  return journal(mint, 'failed', [
    debit(account('reserve', 'excess', fiat), n),
    credit(account('reserve', 'due_to_client', fiat), n),
    debit(account('client', 'due_from_reserve', fiat), n),
    debit(own(mint, 'pending', fiat), charge),
    credit(own(mint, 'available', fiat), cost),
  ])
}

// By proprietary trade: the house sells coins that it has. They are backed already: no reserve moves.

const bought = (mint: Mint): Line[] => [
  debit(own(mint, 'pending', fiatOf(mint.asset)), mint.cost),
  credit(account('client', 'available', house, fiatOf(mint.asset)), par(mint.quantity)),
  credit(account('client', 'fees_due', fiatOf(mint.asset)), mint.charge),
  ...earned(mint),
]

export const traded = (mint: Mint): Journal =>
  journal(mint, 'traded', [
    ...bought(mint),
    debit(account('client', 'available', house, mint.asset), mint.quantity),
    credit(own(mint, 'available', mint.asset), mint.quantity),
  ])

/** The house's coins set out for a wallet. */
export const setOut = (mint: Mint): Journal =>
  journal(mint, 'set_out', [
    debit(account('client', 'available', house, mint.asset), mint.quantity),
    credit(account('client', 'onchain_in_transit', mint.asset), mint.quantity),
  ])

const delivered = (mint: Mint, txid: string): Journal =>
  journal(
    mint,
    'delivered',
    [
      debit(account('client', 'onchain_in_transit', mint.asset), mint.quantity),
      credit(account('client', 'omnibus', mint.blockchain, mint.asset), mint.quantity),
      ...bought(mint),
    ],
    { txid },
  )
