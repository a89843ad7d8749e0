import { machines, publicState } from '@specie/protocol/machines.ts'
import * as calls from '@specie/protocol/sandbox/destinations.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import type { z } from 'zod'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { addressOf } from '../destinations/address/row.ts'
import { reinstateAddress, revokeAddress, suspendAddress } from '../destinations/address/suspend.ts'
import type { AddressRequest } from '../destinations/address/submit.ts'
import { skipCooling, whitelistAddress } from '../destinations/address/whitelist.ts'
import { mount } from './control/mount.ts'
import { uatTravelAddress } from './control/vasp.ts'

const uatProvider = 'UAT VASP'

/** Travel Rule data can be missing for a hosted wallet only: the institution's own needs no other party. */
async function requestOf(env: Env, asked: z.infer<typeof calls.addresses.request>): Promise<AddressRequest> {
  const { institutionid, blockchain, address, label, vasp, travel_address, travel_rule, beneficiary } = asked
  const wallet = {
    institutionId: institutionid,
    blockchain,
    address,
    label,
    memo: null,
    beneficiary: beneficiary ?? null,
  }
  if (travel_rule === 'missing') return { ...wallet, vasp: vasp ?? uatProvider, travelAddress: null }
  if (vasp === undefined) return { ...wallet, vasp: null, travelAddress: travel_address ?? null }
  return { ...wallet, vasp, travelAddress: travel_address ?? (await travelAddressFor(env, vasp)) }
}

/** The VASP of UAT names its own; another provider has an address without an answer. */
async function travelAddressFor(env: Env, vasp: string): Promise<string> {
  return (await uatTravelAddress(env, vasp)) ?? travelAddressOf(`vasp.uat.example/${encodeURIComponent(vasp)}?t=i`)
}

/** The sandbox acts for the staff. */
const anyOwner = { institutionId: null }

/** The operator actions on an address. */
const actions = [
  [calls.revokeAddress, revokeAddress],
  [calls.suspendAddress, suspendAddress],
  [calls.reinstateAddress, reinstateAddress],
] as const

const by = { actor: 'sandbox', why: 'requested through the sandbox' }

/**
 * Whitelists an address through the real flow; its cooling-off is skipped unless requested. Revokes and suspends it.
 */
export function addressRoutes(app: App, env: Env): void {
  mount(app, calls.addresses, async (asked) => {
    const addressid = await whitelistAddress(env, await requestOf(env, asked), by)
    const { state } = await addressOf(env.db, anyOwner, addressid)
    const isDue = state === 'cooling' && !asked.cooling
    if (isDue) await skipCooling(env, addressid, by)
    const status = publicState(machines.withdrawal_address, isDue ? 'active' : state)!
    return { addressid, label: asked.label, status }
  })

  for (const [call, act] of actions) {
    mount(app, call, async (_given, { id }) => {
      const addressid = id!
      const status = await env.db.tx((tx) => act(env, tx, anyOwner, addressid, { ...by, at: env.clock.now() }))
      return { addressid, status }
    })
  }
}
