import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'
import { uatFetch } from './uat-fetch.ts'

// The VASP of UAT: the provider of hosted wallets. It runs in the process of the bank.

/** The travel address of this name; null if the VASP does not have it. */
export async function uatTravelAddress(env: Env, vasp: string): Promise<string | null> {
  if (!vasp.startsWith('UAT VASP ')) return null
  const answer = await controlVasp(env, `travel-address?vasp=${encodeURIComponent(vasp)}`)
  return answer === null ? null : (answer as { travel_address: string }).travel_address
}

/** Messages of the VASP that are due now. */
export async function dueAtVasp(env: Env): Promise<boolean> {
  if (env.config.vaspUrl === null) return false
  const state = (await controlVasp(env, 'state')) as { waiting: { dueAt: string }[] } | null
  const now = env.clock.settlement().toISOString()
  return state !== null && state.waiting.some(({ dueAt }) => dueAt <= now)
}

/** Null: it does not know this. Without a body it is a GET. */
export async function controlVasp({ config }: Env, lever: string, body?: Json): Promise<unknown> {
  if (config.vaspUrl === null) throw unavailable('There is no VASP: set VASP_URL, or use npm start.')
  const token = config.bankToken === null ? {} : { authorization: `Bearer ${config.bankToken}` }
  const response = await uatFetch(new URL(`/vasp/control/${lever}`, config.vaspUrl), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return response.ok ? response.json() : null
}
