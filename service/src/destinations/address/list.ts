import { assets } from '@specie/protocol/assets.ts'
import { machines, publicState, statesBehind } from '@specie/protocol/machines.ts'
import { withdrawAddresses } from '@specie/protocol/endpoints/destinations.ts'
import { listOf } from '../../base/http/list.ts'
import type { Listed } from '../../base/http/pages.ts'
import type { Address } from './row.ts'

const machine = machines.withdrawal_address

export const listAddresses = listOf(withdrawAddresses, {
  select: `
    select id, label, address, blockchain, memo, state, usable_from, ownership, custody, vasp, travel_rule_status, created_at,
      updated_at
    from destinations.address where institution_id = $1`,
  filters: ({ asset, blockchain, label, status }) => ({
    'blockchain = any($?)': asset && assets[asset].blockchains.map((one) => one.blockchain),
    blockchain,
    label,
    'state = any($?)': statesBehind(machine, status) ?? undefined,
  }),
  show: (row: Listed<Address>) => ({
    addressid: row.id,
    label: row.label,
    address: row.address,
    blockchain: row.blockchain,
    memo: row.memo,
    status: publicState(machine, row.state)!,
    usable_from: row.usable_from,
    ownership: row.ownership,
    custody: row.custody,
    vasp: row.vasp,
    travelrule: { status: row.travel_rule_status },
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})
