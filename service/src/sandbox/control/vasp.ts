import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import * as calls from '@specie/protocol/sandbox/counterparts.ts'
import { sentence } from '@specie/protocol/text.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Env } from '../../base/env.ts'
import { badRequest, unavailable } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { depositAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { ownAddress, travelRulePath } from '../../compliance/travel-rule/own-address.ts'
import { institutionName } from '../../directory/institutions.ts'
import { chainTermsOf } from '../../transfers/chain-terms.ts'
import { amountOf } from './deposits.ts'
import { mount } from './mount.ts'
import { uatFetch } from './uat-fetch.ts'

// The VASP of UAT: the provider of hosted wallets. It runs in the process of the bank.

/** Inquiries of other providers, before they send coins to an institution. */
export function vaspRoutes(app: App, env: Env): void {
  mount(app, calls.vaspAddress, async ({ vasp }) => {
    const travel_address = await uatTravelAddress(env, vasp)
    if (travel_address === null)
      throw badRequest('vasp', 'The VASP of UAT has no such name. Use one such as UAT VASP Approve.', 'vasp')
    return { vasp, travel_address }
  })
  mount(app, calls.vaspInquiry, async ({ institutionid, asset, blockchain, quantity, originator, ...given }) => {
    const { chain } = chainTermsOf(asset, blockchain)
    const amount = String(amountOf(quantity, asset, 'quantity'))
    const wallet = given.wallet ?? (await depositAddressOf(env, institutionid, chain)).address
    const beneficiary = given.beneficiary ?? (await institutionName(env.db, institutionid))
    const dti = env.config.tokenDtis.find((one) => one.asset === asset && one.chain === chain)?.dti
    if (dti === undefined) throw badRequest('dti', `${asset} on ${chain} has no identifier (DTI).`, 'asset')
    const place = ownAddress(env)!.replace(/^https?:\/\//, '')
    const travel_address = travelAddressOf(`${place}${travelRulePath}/inquiries?t=i`)
    const ask = { travel_address, asset: { dti }, amount, originator, beneficiary, wallet }
    const { id } = (await accepted(env, 'inquiries', ask)) as { id: string }
    return { id, wallet }
  })
  mount(app, calls.vaspConfirmation, async ({ id, txid }) => {
    const confirmation = txid === undefined ? { canceled: 'asked for' } : { txid }
    await accepted(env, 'confirmations', { id, confirmation })
    return { id }
  })
}

/** The answer of the VASP; its refusals are passed to the caller. */
async function accepted(env: Env, lever: string, body: Json): Promise<unknown> {
  const { ok, answer } = await askVasp(env, lever, body)
  if (ok) return answer
  throw badRequest('vasp', `The VASP refuses: ${sentence(String((answer as { error?: string }).error))}`)
}

/** The travel address of this name; null if the VASP does not have it. */
export async function uatTravelAddress(env: Env, vasp: string): Promise<string | null> {
  if (!vasp.startsWith('UAT VASP ')) return null
  const { ok, answer } = await askVasp(env, `travel-address?vasp=${encodeURIComponent(vasp)}`)
  return ok ? (answer as { travel_address: string }).travel_address : null
}

/** Messages of the VASP that are due now. */
export async function dueAtVasp(env: Env): Promise<boolean> {
  if (env.config.vaspUrl === null) return false
  const { ok, answer } = await askVasp(env, 'state')
  const now = env.clock.settlement().toISOString()
  return ok && (answer as { waiting: { dueAt: string }[] }).waiting.some(({ dueAt }) => dueAt <= now)
}

/** Without a body it is a GET. */
async function askVasp({ config }: Env, lever: string, body?: Json): Promise<{ ok: boolean; answer: unknown }> {
  if (config.vaspUrl === null) throw unavailable('There is no VASP: set VASP_URL, or use npm start.')
  const token = config.bankToken === null ? {} : { authorization: `Bearer ${config.bankToken}` }
  const response = await uatFetch(new URL(`/vasp/control/${lever}`, config.vaspUrl), {
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...token, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { ok: response.ok, answer: await response.json() }
}
