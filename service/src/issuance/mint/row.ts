import type { fulfilments } from '@specie/protocol/endpoints/supply.ts'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit, type Journal, type Line } from '../../ledger/posting/journal.ts'
import { fiatOf, par } from '../../ledger/coin.ts'
import { issueLines, feeLines, advanceLines as prefunded, owedLines } from '../../ledger/posting/coin-lines.ts'
import type { SupplyChange } from '../supply-change.ts'
import { journalsOf, own, holdLines, releaseLines } from '../journals.ts'

export type MintState = keyof typeof machines.mint.states

/** Coins that an institution requested. Amounts are in minor units. */
export type Mint = SupplyChange & {
  fulfilment: (typeof fulfilments)[number]
  /** The label of the wallet; null: the Platform balance. */
  destination: string | null
  /** The address that receives the coins on the chain. */
  address: string
  /** The id of the whitelisted wallet; null: the Platform balance. */
  address_id: string | null
  /** In the coin's own fiat: the quantity at par plus our fee. */
  cost: bigint
  funding_currency: AssetCode
  /** In funding_currency; an estimate before the sale. */
  spent: bigint
  /** The cost of the conversion, in the coin's own fiat. */
  spread: bigint
  /** The maximum of funding_currency for the conversion; null without a conversion. */
  max_spent: bigint | null
  /** Its money was moved to the reserve before the coins were issued. */
  reserved: boolean
  on_hold: boolean
  /** A second person of the institution must approve it; the database decides that when it is stored. */
  second_person: boolean
  state: MintState
}

export const mintMachine: Stateful = { machine: machines.mint, table: 'issuance.mint' }

export const mintsJob = 'issuance.mints'

/** Whether another asset is sold first. Then nothing is held until the proceeds have arrived (conversion/row.ts). */
export const isConverted = ({ funding_currency, asset }: Pick<Mint, 'funding_currency' | 'asset'>): boolean =>
  funding_currency !== fiatOf(asset)

// The journals of a mint. n is the quantity at par, f our fee.

const journal = journalsOf('mint')

/** The cost is held. */
export const requested = (mint: Mint): Journal =>
  journal(mint, 'requested', holdLines(mint, fiatOf(mint.asset), mint.cost))

/** Rejected after review. */
export const rejected = (mint: Mint): Journal =>
  journal(mint, 'rejected', releaseLines(mint, fiatOf(mint.asset), mint.cost))

/** Its money is moved in advance, so that a sweep can fund the reserve before the coins exist (L5). */
export function movedToReserve(mint: Mint): Journal {
  const [fiat, n] = [fiatOf(mint.asset), par(mint.quantity)]
  return journal(mint, 'reserved', [debit(own(mint, 'pending', fiat), n), ...prefunded(fiat, n)])
}

/** The coins are final on the chain. On the Platform they stay pending until the mint settles. */
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
    ...issueLines(asset, blockchain, n),
    ...(destination === null ? toPlatform : []),
    debit(own(mint, 'pending', fiat), f),
    ...feeLines(fiat, f),
  ]
  return journal(mint, 'issued', lines, { txid })
}

export const settled = (mint: Mint): Journal => journal(mint, 'settled', releaseLines(mint, mint.asset, mint.quantity))

/** No coins will be issued. The money is released, even if it was already in the reserve. */
export function failed(mint: Mint): Journal {
  const { asset, quantity, cost, charge } = mint
  const [fiat, n] = [fiatOf(asset), par(quantity)]
  if (!mint.reserved) {
    const inventory = [
      debit(account('client', 'onchain_in_transit', asset), quantity),
      credit(account('client', 'available', house, asset), quantity),
    ]
    return journal(mint, 'failed', [
      ...(mint.fulfilment === 'trade' ? inventory : []),
      ...releaseLines(mint, fiat, cost),
    ])
  }
  return journal(mint, 'failed', [
    debit(account('reserve', 'excess', fiat), n),
    ...owedLines(fiat, n),
    debit(own(mint, 'pending', fiat), charge),
    credit(own(mint, 'available', fiat), cost),
  ])
}

/** The money is released before the mint was queued for the chain. */
export const refunded = (mint: Mint): Journal => (mint.reserved ? failed(mint) : rejected(mint))

// Proprietary trade: the house sells coins that it owns. They are backed already, so the reserve does not change.

const bought = (mint: Mint): Line[] => [
  debit(own(mint, 'pending', fiatOf(mint.asset)), mint.cost),
  credit(account('client', 'available', house, fiatOf(mint.asset)), par(mint.quantity)),
  ...feeLines(fiatOf(mint.asset), mint.charge),
]

export const traded = (mint: Mint): Journal =>
  journal(mint, 'traded', [
    ...bought(mint),
    debit(account('client', 'available', house, mint.asset), mint.quantity),
    credit(own(mint, 'available', mint.asset), mint.quantity),
  ])

/** The house's coins are on the way to a wallet. */
export const sentToWallet = (mint: Mint): Journal =>
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
