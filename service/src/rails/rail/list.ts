import { machines } from '@specie/protocol/machines.ts'
import { queryPaymentRails } from '@specie/protocol/endpoints/rails.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed } from '../../base/http/pages.ts'
import { heldForView, type HeldFor, holdSql, statusSql } from '../../compliance/hold-view.ts'
import type { Rail } from './row.ts'

/** With the wallet's label in the address book. */
type Row = Listed<Rail> & { label: string | null; status: string; hold: HeldFor }

const rails = `
  select id, clreqid, railtype, sender, recipient, asset, currency, blockchain, destination, memo, funding, reason,
    (select label from destinations.address_label a where a.id = rail.address_id) as label,
    ${statusSql(machines.payment_rail)} as status, ${holdSql(machines.payment_rail, 'rail')} as hold, created_at, updated_at
  from rails.rail where institution_id = $1`

export const listRails = listOf(queryPaymentRails, {
  select: rails,
  filters: ({ railid, railtype, asset, blockchain, status }) => ({
    ...idFilter('id', railid),
    railtype,
    asset,
    blockchain,
    status,
  }),
  show: (rail: Row) => {
    const { destination, label, memo, asset, currency, blockchain } = rail
    const isOnRamp = rail.railtype === 'FiatToStablecoin'
    return {
      railid: rail.id,
      clreqid: rail.clreqid,
      railtype: rail.railtype,
      status: rail.status,
      reason: rail.reason,
      hold: heldForView(rail.hold),
      sender: rail.sender,
      recipient: rail.recipient,
      wallet: isOnRamp ? { destination, label, memo } : null,
      bankaccount: isOnRamp ? null : { destination },
      instructions: { asset, currency, blockchain },
      // Money sent to a rail that is not active is returned, so no instructions are shown.
      fundinginstructions: rail.status === 'active' ? rail.funding : null,
      created_at: rail.created_at,
      updated_at: rail.updated_at,
    }
  },
})
