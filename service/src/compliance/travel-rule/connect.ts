import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Scheme } from '@specie/travel-rule/trp/callback.ts'
import type { TrpRequest } from '@specie/travel-rule/trp/request.ts'
import type { Env } from '../../base/env.ts'
import { checkedHost } from '../../base/http/checked-host.ts'
import { exchangeOutside, OutsideError } from '../../base/http/outside.ts'
import { perProcess } from '../../base/per-process.ts'

// Calls of counterparties. Institutions and counterparties name these addresses, so that they could name one of ours.

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
  const connection = { ...(await checkedHost(hostname, inUat)), ...ownCertificate(env) }
  return exchangeOutside(url, { method, headers: { ...headers }, body, connection }, limits)
}

type Certificate = { readonly cert: Buffer; readonly key: Buffer; readonly endsAt: Date }

/** Read once by each process. */
const certificateOf = perProcess(({ config: { travelRuleCertificate: files } }): Certificate | null => {
  if (files === null) return null
  const cert = readFileSync(files.certificate)
  return { cert, key: readFileSync(files.key), endsAt: new X509Certificate(cert).validToDate }
})

/** Many servers only hang up when our certificate has expired, so we look ourselves. */
function ownCertificate(env: Env): Partial<Pick<Certificate, 'cert' | 'key'>> {
  const own = certificateOf(env)
  if (own === null) return {}
  const { cert, key, endsAt } = own
  if (endsAt > env.clock.now()) return { cert, key }
  const day = endsAt.toISOString().slice(0, 10)
  throw new OutsideError(`Our certificate for the Travel Rule expired on ${day}. Replace it and restart the service.`)
}
