import { assets } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines, publicState, statesBehind } from '@specie/protocol/machines.ts'
import type { withdrawAddresses } from '@specie/protocol/destinations.ts'
import type { Env } from '../../base/env.ts'
import { filtered, page } from '../../base/database/pages.ts'
import type { Address } from './row.ts'

const machine = machines.withdrawal_address

export async function listAddresses(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof withdrawAddresses>,
): Promise<ResponseOf<typeof withdrawAddresses>> {
  const chains = request.asset && assets[request.asset].blockchains.map(({ blockchain }) => blockchain)
  const listing = filtered('select * from institutions.address where institution_id = $1', [institutionId], {
    'blockchain = any($?)': chains,
    blockchain: request.blockchain,
    label: request.label,
    'state = any($?)': statesBehind(machine, request.status) ?? undefined,
  })
  const { rows, next_cursor } = await page<Address>(env.db, request, listing)
  const addresses = rows.map((row) => ({
    addressid: row.id,
    label: row.label,
    address: row.address,
    blockchain: row.blockchain,
    memo: row.memo,
    status: publicState(machine, row.state)!,
    usable_from: row.usable_from?.toISOString() ?? null,
    ownership: row.ownership,
    custody: row.custody,
    vasp: row.vasp,
    travelrule: { status: row.travel_rule_status },
    created_at: row.created_at.toISOString(),
    updated_at: row.updated_at.toISOString(),
  }))
  return { timestamp: env.clock.now().toISOString(), result: 'ok', next_cursor, addresses }
}
