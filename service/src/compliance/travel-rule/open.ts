import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { machines } from '@specie/protocol/machines.ts'
import { versions } from '@specie/travel-rule/trp/version.ts'
import type { Ivms101 } from '@specie/travel-rule/ivms101/types.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { byService, moveRows } from '../../base/state-machine/transitions.ts'
import { exchangeMachine, exchangesJob } from './row.ts'
import { sealParties } from './sealed-data.ts'

/** A transfer to a whitelisted wallet. */
export type Leaving = {
  readonly id: string
  readonly institution_id: string
  readonly asset: AssetCode
  readonly blockchain: ChainCode
  readonly amount: bigint
  readonly address_id: string
  readonly wallet: string
  /** Null: the wallet is the institution's own, which it has proved. */
  readonly host: { readonly vasp: string; readonly travelAddress: string | null; readonly parties: Parties } | null
}

/** Who pays and who is paid; or why that cannot be written. */
export type Parties = Ivms101 | { readonly problem: string }

/** Opens one exchange for each of these transfers. */
export async function openExchanges(env: Env, tx: Tx, kind: HeldKind, transfers: readonly Leaving[]): Promise<void> {
  if (transfers.length === 0) return
  const by = byService(env, 'coins leave to this wallet')
  await setActor(tx, by)
  const rows: { id: string; state: string; isOwn: boolean }[] = []
  for (const one of transfers) rows.push(await insert(env, tx, kind, one))
  const own = rows.filter(({ isOwn }) => isOwn)
  await moveRows(tx, exchangeMachine, own, 'waive', { ...by, why: 'the wallet is proved by its owner' })
  if (own.length < rows.length) env.jobs.wake(tx, exchangesJob)
}

async function insert(env: Env, tx: Tx, kind: HeldKind, one: Leaving) {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const state = machines.travel_rule.initial
  const { host, institution_id } = one
  const parties = host && !('problem' in host.parties) ? host.parties : null
  const problem = host && 'problem' in host.parties ? host.parties.problem : null
  const sealed = parties && (await sealParties(env, tx, { id, institution_id }, parties))
  const isAsked = host !== null && problem === null
  await tx.query(
    `insert into compliance.exchange (id, institution_id, direction, subject_kind, subject_id, address_id, wallet, asset,
       blockchain, amount, vasp, travel_address, sealed_parties, request_id, version, due, next_at, opened_at,
       problem, state, created_at, updated_at)
     values ($1, $2, 'out', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $20)`,
    [
      id,
      institution_id,
      kind,
      one.id,
      one.address_id,
      one.wallet,
      one.asset,
      one.blockchain,
      one.amount,
      host?.vasp ?? null,
      host?.travelAddress ?? null,
      sealed,
      env.ids.uuid(at),
      versions[0],
      isAsked ? 'inquiry' : null,
      isAsked ? at : null,
      env.clock.settlement(),
      problem,
      state,
      at,
    ],
  )
  return { id, state, isOwn: host === null }
}
