import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { isDone, machines, statesOf } from '@specie/protocol/machines.ts'
import { amount, formatAmount } from '@specie/protocol/money.ts'
import { sentence } from '@specie/protocol/text.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { type Account, account } from '../../ledger/chart.ts'
import type { Journal, Line } from '../../ledger/posting/journal.ts'

export type PaymentState = keyof typeof machines.payment.states

/** One event of a payment, as its institution sees it. */
export type Leg = { leg: string; status: string; at: string; ref: string | null }

/** The legs at which a payment may be escalated. */
export const stuckAt = ['conversion', 'mint', 'collection', 'burn', 'payout', 'return'] as const

/** Money that arrived over a rail. Amounts are in minor units. */
export type Payment = {
  id: string
  institution_id: string
  rail_id: string
  source: string
  received: bigint
  received_currency: AssetCode
  sent: bigint | null
  sent_currency: AssetCode
  commission: bigint
  spread: bigint
  payer: { name: string; account: string } | null
  /** The chain on which coins arrived; null for fiat. */
  blockchain: ChainCode | null
  deposit_index: number | null
  collected_at: Date | null
  /** Its fiat was moved to the reserve before the coins were issued. */
  reserved: boolean
  booked_at: Date | null
  txid: string | null
  bankref: string | null
  reason: string | null
  /** The leg at which it is escalated; null if it continues automatically. */
  stuck: (typeof stuckAt)[number] | null
  reference: string | null
  attempt: number
  legs: Leg[]
  on_hold: boolean
  state: PaymentState
  completed_at: Date | null
  created_at: Date
  updated_at: Date
}

export const paymentMachine: Stateful = { machine: machines.payment, table: 'rails.payment' }

/** An SQL condition: the payment has not ended. */
export const isOpen = `state not in (${statesOf(machines.payment)
  .filter((state) => isDone(machines.payment, state))
  .map((state) => `'${state}'`)
  .join(', ')})`

/** The payments of a rail that have not ended. */
export async function openPaymentsOf(sql: Sql, rail: string): Promise<string[]> {
  const rows = await sql.query<{ id: string }>(
    `select id from rails.payment where rail_id = $1 and ${isOpen} order by id`,
    [rail],
  )
  return idsOf(rows)
}

/**
 * An SQL condition: the arrival is not a payment yet. `on conflict` alone is too late. The history row is written before it.
 */
export const isNew = 'not exists (select from rails.payment stored where stored.source = arrivals.source)'

/** The account with its money until it is sent. */
export const railAccount = ({ id }: Pick<Payment, 'id'>, asset: AssetCode): Account =>
  account('client', 'rail', id, asset)

/** The journals of a payment: `payment:<id>:<step>`. */
export const paymentJournal = (
  { id, rail_id }: Pick<Payment, 'id' | 'rail_id'>,
  step: string,
  lines: readonly Line[],
  meta: Record<string, string> = {},
): Journal => ({
  key: `payment:${id}:${step}`,
  kind: `payment_${step}`,
  lines,
  meta: { ref: id, railid: rail_id, ...meta },
})

/** An amount in a leg: `12.5 CHF`. */
export const money = (asset: AssetCode, minor: bigint): string => `${formatAmount(amount(asset, minor))} ${asset}`

export type Note = Omit<Leg, 'at'> & { id: string }

export const note = ({ id }: Pick<Payment, 'id'>, leg: string, status: string, ref: string | null = null): Note => ({
  id,
  leg,
  status,
  ref,
})

/** Appends legs to payments that the caller has locked or created, in their order. */
export async function noteLegs(tx: Tx, notes: readonly Note[], at: Date): Promise<void> {
  if (notes.length === 0) return
  await tx.query(
    `update rails.payment p set legs = p.legs || grouped.legs from (
       select id, jsonb_agg(jsonb_build_object('leg', leg, 'status', status, 'at', $2::text, 'ref', ref) order by position) as legs
       from rows from (jsonb_to_recordset($1) as (id uuid, leg text, status text, ref text))
         with ordinality added (id, leg, status, ref, position) group by id) grouped
     where p.id = grouped.id`,
    [JSON.stringify(notes), at.toISOString()],
  )
}

/** ‘Refused after review.’ */
export const asSentence = (words: string): string => sentence(words[0]!.toUpperCase() + words.slice(1))
