import { chainCode } from '@specie/protocol/fields.ts'
import { machines, publicState } from '@specie/protocol/machines.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { addressOf } from '../institutions/address/row.ts'
import { reinstateAddress, revokeAddress, suspendAddress } from '../institutions/address/suspend.ts'
import { travelAddressOf } from '../institutions/address/travel-address.ts'
import type { AddressRequest } from '../institutions/address/submit.ts'
import { skipCooling, whitelistAddress } from '../institutions/address/whitelist.ts'
import { orUnknown } from './unknown.ts'

export const addressRequest = z.strictObject({
  institutionid: z.uuid(),
  blockchain: chainCode,
  address: z.string().trim().min(1).max(128),
  label: z
    .string()
    .trim()
    .regex(/^[\w .:-]{1,64}$/),
  /** The service provider that hosts it; without one it is the institution's own wallet. */
  vasp: z.string().trim().min(1).max(140).optional(),
  /** Where that provider takes Travel Rule data; without it, an address of UAT. */
  travel_address: z.string().max(700).optional(),
  /** `missing`: it waits for the Travel Rule data of its provider and cannot be used. */
  travel_rule: z.enum(['complete', 'missing']).default('complete'),
  /** Keeps it in its cooling-off, which ends after a day of settlement time. */
  cooling: z.boolean().default(false),
})

const uatProvider = 'UAT VASP'

/** Travel Rule data can be missing for a hosted wallet only: the institution's own needs no other party. */
function requestOf(asked: z.infer<typeof addressRequest>): AddressRequest {
  const { institutionid, blockchain, address, label, vasp, travel_address, travel_rule } = asked
  const wallet = { institutionId: institutionid, blockchain, address, label, memo: null }
  if (travel_rule === 'missing') return { ...wallet, vasp: vasp ?? uatProvider, travelAddress: null }
  if (vasp === undefined) return { ...wallet, vasp: null, travelAddress: travel_address ?? null }
  const ofUat = () => travelAddressOf(`vasp.uat.example/${encodeURIComponent(vasp)}?t=i`)
  return { ...wallet, vasp, travelAddress: travel_address ?? ofUat() }
}

/** The sandbox acts for the staff. */
const anybody = { institutionId: null }

/** The operator actions on an address. */
const actions = { revoke: revokeAddress, suspend: suspendAddress, reinstate: reinstateAddress } as const

const by = { actor: 'sandbox', why: 'asked for through the sandbox' }

/**
 * Whitelists an address through the real flow; its cooling-off is skipped unless requested. Revokes and suspends it.
 */
export function addressRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/addresses', async (request) => {
    const body = readBody(request.body, request.headers['content-type'], 'json').value
    const asked = fields(addressRequest, body)
    const addressid = await whitelistAddress(env, requestOf(asked), by)
    const { state } = await addressOf(env.db, anybody, addressid)
    const isDue = state === 'cooling' && !asked.cooling
    if (isDue) await skipCooling(env, addressid, by)
    const status = publicState(machines.withdrawal_address, isDue ? 'active' : state)
    return { addressid, label: asked.label, status }
  })

  for (const [name, act] of Object.entries(actions)) {
    app.post<{ Params: { id: string } }>(`/sandbox/v1/addresses/:id/${name}`, async (request) => {
      const addressid = request.params.id.toLowerCase()
      const changing = env.db.tx((tx) => act(env, tx, anybody, addressid, { ...by, at: env.clock.now() }))
      const status = await orUnknown(changing, 'addressid')
      return { addressid, status }
    })
  }
}
