import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { queryPaymentRails } from '@specie/protocol/rails.ts'
import type { Env } from '../../base/env.ts'
import { filtered, idFilter, page } from '../../base/database/pages.ts'
import { type HeldSince, holdsOf, holdView, statusSql } from '../../compliance/hold-view.ts'
import type { Rail } from './row.ts'

/** With the wallet's label in the address book. */
type Listed = Rail & { label: string | null; status: string }
type RailView = ResponseOf<typeof queryPaymentRails>['rails'][number]

const status = statusSql(machines.payment_rail)
const rails = `
  select rail.*, (select label from institutions.address a where a.id = rail.address_id) as label, ${status} as status
  from rails.rail where institution_id = $1`

export async function listRails(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryPaymentRails>,
): Promise<ResponseOf<typeof queryPaymentRails>> {
  const found = await page<Listed>(env.db, request, {
    ...filtered(rails, [institutionId], {
      ...idFilter('id', request.railid),
      railtype: request.railtype,
      asset: request.asset,
      blockchain: request.blockchain,
      [status]: request.status,
    }),
    id: 'uuid',
  })
  const holds = await holdsOf(env, found.rows)
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    rails: found.rows.map((rail) => viewOf(rail, holds.get(rail.id))),
  }
}

function viewOf(rail: Listed, hold: HeldSince | undefined): RailView {
  const { destination, memo, asset, currency, blockchain } = rail
  const isOnRamp = rail.railtype === 'FiatToStablecoin'
  return {
    railid: rail.id,
    clreqid: rail.clreqid,
    railtype: rail.railtype,
    status: rail.status,
    reason: rail.reason,
    hold: holdView(hold),
    sender: rail.sender,
    recipient: rail.recipient,
    wallet: isOnRamp ? { destination, label: rail.label, memo } : null,
    bankaccount: isOnRamp ? null : { destination },
    instructions: { asset, currency, blockchain },
    // Money sent to a rail that is not active is returned, so no instructions are shown.
    fundinginstructions: rail.status === 'active' ? rail.funding : null,
    created_at: rail.created_at.toISOString(),
    updated_at: rail.updated_at.toISOString(),
  }
}
