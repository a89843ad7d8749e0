import { chainCode } from '@specie/protocol/fields.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { reinstateAddress, revokeAddress, suspendAddress } from '../institutions/address/suspend.ts'
import { skipCooling, whitelistAddress } from '../institutions/address/whitelist.ts'

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
  /** Keeps it in its cooling-off, which ends after a day of settlement time. */
  cooling: z.boolean().default(false),
})

/** The operator actions on an address. */
const actions = { revoke: revokeAddress, suspend: suspendAddress, reinstate: reinstateAddress } as const

const by = { actor: 'sandbox', why: 'asked for through the sandbox' }

/**
 * Whitelists an address through the real flow; its cooling-off is skipped unless requested. Revokes and suspends it.
 */
export function addressRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/addresses', async (request) => {
    const body = readBody(request.body, request.headers['content-type'], 'json').value
    const { institutionid: institutionId, vasp, cooling, ...wallet } = fields(addressRequest, body)
    const addressid = await whitelistAddress(env, { ...wallet, institutionId, memo: null, vasp: vasp ?? null }, by)
    if (!cooling) await skipCooling(env, addressid, by)
    return { addressid, label: wallet.label, status: cooling ? 'Cooling' : 'Confirmed' }
  })

  for (const [name, act] of Object.entries(actions)) {
    app.post<{ Params: { id: string } }>(`/sandbox/v1/addresses/:id/${name}`, async (request) => {
      const addressid = request.params.id.toLowerCase()
      const status = await env.db.tx((tx) => act(env, tx, addressid, by.actor, by.why))
      return { addressid, status }
    })
  }
}
