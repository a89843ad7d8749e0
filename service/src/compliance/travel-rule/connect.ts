import { readFileSync } from 'node:fs'
import { mayConnect } from '@specie/travel-rule/may-connect.ts'
import type { Scheme } from '@specie/travel-rule/trp/callback.ts'
import type { TrpRequest } from '@specie/travel-rule/trp/request.ts'
import type { Env } from '../../base/env.ts'
import { exchangeOutside, OutsideError } from '../../base/http/outside.ts'
import { pinnedConnection } from '../../base/http/pinned.ts'
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
  const pinned = await pinnedConnection(hostname, { kind: 'a public', includes: (ip) => mayConnect(ip, inUat) })
  const connection = { ...pinned, ...certificateOf(env) }
  return exchangeOutside(url, { method, headers: { ...headers }, body, connection }, limits)
}

type Certificate = { readonly cert?: Buffer; readonly key?: Buffer }

/** Read once by each process. */
const certificateOf = perProcess(({ config: { travelRuleCertificate: files } }): Certificate =>
  files === null ? {} : { cert: readFileSync(files.certificate), key: readFileSync(files.key) },
)
