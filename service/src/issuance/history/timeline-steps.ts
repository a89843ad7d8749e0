import { type AssetCode, isAsset } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { supplyStepsCall } from '@specie/protocol/portal/supply.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { actorName } from '../../access/actor-name.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { confirmationsOf } from '../../chains/outbox/confirmations.ts'
import { clientSteps } from '../../compliance/travel-rule/client-steps.ts'
import { fiatOf } from '../../ledger/coin.ts'
import { listSupplyChanges } from './list.ts'

type Answer = PeopleResponse<typeof supplyStepsCall>
type Requested = { asset: CoinCode; charge: bigint; spread: bigint; at: Date }
type StepRow = { state: Step['state']; at: Date; actor: string }
export type Step = Answer['steps'][number]
export type Change = Awaited<ReturnType<typeof listSupplyChanges>>['supplychanges'][number]

/** The steps of this institution's mint or redemption so far, with its future movements. */
export async function supplySteps(env: Env, institutionId: string, id: string): Promise<Answer> {
  const [requested] = await env.db.query<Requested>(
    `select asset, charge, spread, asked_settlement as at from issuance.mint where id = $1 and institution_id = $2
     union all select asset, charge, 0, asked_settlement from issuance.redemption where id = $1 and institution_id = $2`,
    [isUuid(id) ? id : null, institutionId],
  )
  if (!requested) throw new ApiError('not_found', { id }, 'There is no such mint or redemption.')
  const { supplychanges } = await listSupplyChanges(env, institutionId, { requestid: id })
  const change = supplychanges[0]!
  const rows = await env.db.query<StepRow>(
    `select to_state as state, at, actor from state.step
     where machine in ('mint', 'redemption') and subject = $1 and hold is null order by id`,
    [id],
  )
  const steps = shownSteps(
    rows.map(({ state, at }) => ({ state, at: at.toISOString() })),
    change,
  )
  const currency = fiatOf(requested.asset)
  const text = (minor: bigint) => formatAmount({ asset: currency, minor })
  return {
    requestid: id,
    asked_by: await actorName(env.db, rows[0]?.actor ?? ''),
    settles_at: new Date(requested.at.getTime() + env.config.settlementSeconds * 1_000).toISOString(),
    fees: { commission: text(requested.charge), spread: text(requested.spread), currency },
    steps,
    confirmations: await confirmationsOf(env, id),
    exchange: await clientSteps(env.db, id),
    expected: isOver(change) ? [] : notBooked(movementsOf(change), await bookedAssets(env.db, institutionId, change)),
  }
}

/** The wait for the reserve is part of `funded`. A later hold left the state unchanged, and is a step of its own. */
export function shownSteps(steps: readonly Step[], { hold }: Pick<Change, 'hold'>): Step[] {
  const shown: Step[] = []
  for (const { state, at } of steps) {
    const name = state === 'waiting_reserve' ? 'funded' : state
    if (shown.at(-1)?.state !== name) shown.push({ state: name, at })
  }
  if (hold !== null && shown.at(-1)?.state !== 'held') shown.push({ state: 'held', at: hold.since })
  return shown
}

const isOver = ({ status }: Pick<Change, 'status'>): boolean => status !== 'pending' && status !== 'held'

type Movement = Answer['expected'][number]

/** The movements of a change in the balances. Coins to a wallet, and money to a bank, never enter the balance. */
export function movementsOf(change: Change): Movement[] {
  const { type, spent, spent_currency, asset, quantity, destination, received, received_currency } = change
  const out = { asset: spent_currency, amount: `-${spent}` }
  if (destination !== null) return [out]
  return [
    out,
    type === 'mint'
      ? { asset, amount: quantity }
      : { asset: received_currency ?? fiatOf(change.asset as CoinCode), amount: received ?? '0' },
  ]
}

const notBooked = (movements: readonly Movement[], booked: ReadonlySet<string>): Movement[] =>
  movements.filter(({ asset }) => !booked.has(asset))

/** The institution's assets that this change's journals have moved so far. */
async function bookedAssets(sql: Sql, institutionId: string, change: Change): Promise<Set<AssetCode>> {
  const rows = await sql.query<{ asset: string }>(
    `select asset from ledger.balance own join ledger.line using (account) join ledger.posted using (journal)
     where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held') and asset = any($2)
       and at >= $3 and split_part(key, ':', 2) = $4
     group by asset, journal having sum(amount) <> 0`,
    [institutionId, movementsOf(change).map(({ asset }) => asset), change.created_at, change.requestid],
  )
  return new Set(rows.map(({ asset }) => asset).filter(isAsset))
}
