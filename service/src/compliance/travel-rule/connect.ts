import { lookup } from 'node:dns/promises'
import { readFileSync } from 'node:fs'
import { isIP, type LookupFunction } from 'node:net'
import { mayConnect } from '@specie/travel-rule/may-connect.ts'
import type { Scheme } from '@specie/travel-rule/trp/callback.ts'
import type { TrpRequest } from '@specie/travel-rule/trp/request.ts'
import type { Env } from '../../base/env.ts'
import { exchangeOutside, OutsideError } from '../../base/http/outside.ts'
import { perProcess } from '../../base/per-process.ts'

// Calls of counterparties. Institutions and counterparties name these addresses, so that they could name one of ours: the
// host is resolved once, each of its addresses is checked, and the connection goes to a checked one.

const limits = { withinMs: 10_000, maxBytes: 256 * 1024 } as const

export type TrpAnswer = {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly text: string
}

export const schemeOf = ({ config }: Pick<Env, 'config'>): Scheme => (config.environment === 'uat' ? 'http' : 'https')

/** Sends a message once. Throws an `OutsideError` if there is no answer: it may have arrived. */
export async function postTrp(env: Env, { method, url, headers, body }: TrpRequest): Promise<TrpAnswer> {
  const inUat = env.config.environment === 'uat'
  const { protocol, hostname } = new URL(url)
  if (protocol !== 'https:' && !inUat) throw new OutsideError('Only https addresses are called.')
  const addresses = await allowed(hostname.replace(/^\[|\]$/g, ''), inUat)
  const pinned: LookupFunction = (_host, options, done) =>
    options.all ? done(null, addresses) : done(null, addresses[0]!.address, addresses[0]!.family)
  const connection = { lookup: pinned, ...certificateOf(env) }
  return exchangeOutside(url, { method, headers: { ...headers }, body, connection }, limits)
}

type Resolved = { readonly address: string; readonly family: number }

/** All addresses of the host; throws if one of them may not be called. */
async function allowed(host: string, inUat: boolean): Promise<Resolved[]> {
  const addresses = isIP(host) === 0 ? await resolved(host) : [{ address: host, family: isIP(host) }]
  const refused = addresses.find(({ address }) => !mayConnect(address, inUat))
  if (refused) throw new OutsideError(`${host} resolves to ${refused.address}, which is not a public address.`)
  return addresses
}

async function resolved(host: string): Promise<Resolved[]> {
  try {
    return await lookup(host, { all: true })
  } catch (error) {
    throw new OutsideError(`${host} cannot be resolved (${(error as Error).message}).`, { cause: error })
  }
}

type Certificate = { readonly cert?: Buffer; readonly key?: Buffer }

/** Read once by each process. */
const certificateOf = perProcess(({ config: { travelRuleCertificate: files } }): Certificate =>
  files === null ? {} : { cert: readFileSync(files.certificate), key: readFileSync(files.key) },
)
