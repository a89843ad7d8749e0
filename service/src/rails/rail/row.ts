import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { party } from '@specie/protocol/endpoints/rails.ts'
import type { z } from 'zod'
import type { Sql } from '../../base/database/db.ts'
import { isUuid } from '../../base/ids.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Stateful } from '../../base/state-machine/move.ts'
import type { Collection } from '../../base/ports/provider.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'

export type RailState = keyof typeof machines.payment_rail.states
export type Party = z.infer<typeof party>

/** Where the coins of an off-ramp must be sent. */
export type DepositInstructions = {
  readonly address: string
  readonly memo: string | null
  readonly blockchain: ChainCode
  readonly asset: AssetCode
  readonly min_amount: string
}

/** A standing instruction. Only an active rail is known to be servable. */
export type Rail = {
  id: string
  institution_id: string
  clreqid: string | null
  railtype: 'FiatToStablecoin' | 'StablecoinToFiat'
  sender: Party
  recipient: Party | null
  asset: CoinCode
  currency: OwnAccount['currency']
  blockchain: ChainCode
  /** The wallet's address, or the bank account in canonical form. */
  destination: string
  memo: string | null
  address_id: string | null
  funding: Collection | DepositInstructions | null
  reason: string | null
  on_hold: boolean
  state: RailState
  created_at: Date
  updated_at: Date
}

export const railMachine: Stateful = { machine: machines.payment_rail, table: 'rails.rail' }

/** Null for an unknown or malformed id. */
export async function findRail(sql: Sql, id: string): Promise<Rail | null> {
  const [rail] = isUuid(id) ? await sql.query<Rail>('select * from rails.rail where id = $1', [id]) : []
  return rail ?? null
}

/** The names of the jobs for rails and for payments. */
export const railsJob = 'rails.rails'
export const paymentsJob = 'rails.payments'
