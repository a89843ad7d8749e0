import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Version } from '@specie/travel-rule/trp/version.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, move, type Stateful } from '../../base/state-machine/move.ts'

export type ExchangeState = keyof typeof machines.travel_rule.states

export const directions = ['out', 'in'] as const
export const dueMessages = ['inquiry', 'resolution', 'confirmation'] as const
export const transferEnds = ['sent', 'canceled'] as const

/** An exchange with another provider about one transfer. */
export type Exchange = {
  id: string
  institution_id: string | null
  /** Out: coins leave to a wallet there. In: coins come from there. */
  direction: (typeof directions)[number]
  subject_kind: HeldKind | null
  subject_id: string | null
  address_id: string | null
  wallet: string
  asset: AssetCode
  blockchain: ChainCode
  amount: bigint
  vasp: string | null
  travel_address: string | null
  peer: string | null
  sealed_parties: Buffer | null
  request_id: string
  version: Version
  tried: Version[]
  callback: string | null
  answer_to: string[]
  due: (typeof dueMessages)[number] | null
  next_at: Date | null
  tries: number
  opened_at: Date
  held_at: Date | null
  problem: string | null
  /** What the counterparty has not taken for three days. */
  undelivered: (typeof dueMessages)[number] | null
  reason: string | null
  txid: string | null
  ended_as: (typeof transferEnds)[number] | null
  state: ExchangeState
  created_at: Date
  updated_at: Date
}

export const exchangeMachine: Stateful = { machine: machines.travel_rule, table: 'compliance.exchange' }

export const exchangesJob = 'compliance.exchanges'

export const messageWays = ['sent', 'received'] as const
export const messageKinds = ['inquiry', 'reply', 'resolution', 'confirmation'] as const

export async function lockExchange(tx: Tx, id: string): Promise<Exchange> {
  const exchange = await findExchange(tx, id, 'for update')
  if (exchange === undefined) throw new Error(`there is no exchange ${id}`)
  return exchange
}

export async function findExchange(sql: Sql, id: string, lock = ''): Promise<Exchange | undefined> {
  const [row] = await sql.query<Exchange>(`select * from compliance.exchange where id = $1 ${lock}`, [id])
  return row
}

type Change = Partial<
  Pick<
    Exchange,
    | 'request_id'
    | 'version'
    | 'tried'
    | 'callback'
    | 'answer_to'
    | 'due'
    | 'next_at'
    | 'tries'
    | 'held_at'
    | 'problem'
    | 'undelivered'
    | 'reason'
    | 'txid'
    | 'ended_as'
    | 'subject_kind'
    | 'subject_id'
  >
>

/** Changes columns of a locked row. Returns it as it is now. */
export async function change(env: Env, tx: Tx, exchange: Exchange, to: Change): Promise<Exchange> {
  const columns = Object.keys(to)
  const sets = columns.map((column, i) => `${column} = $${i + 3}`)
  await tx.query(`update compliance.exchange set ${[...sets, 'updated_at = $2'].join(', ')} where id = $1`, [
    exchange.id,
    env.clock.now(),
    ...Object.values(to),
  ])
  return { ...exchange, ...to }
}

/** Takes these steps of its table (S1), one after the other. */
export async function step(tx: Tx, exchange: Exchange, events: readonly string[], by: By): Promise<Exchange> {
  let { state } = exchange
  for (const event of events) state = (await move(tx, exchangeMachine, exchange.id, event, by)) as ExchangeState
  return { ...exchange, state }
}

/** Nothing more is sent for now. */
export const nothingDue = { due: null, next_at: null } as const
