import { type ServiceAnswer, ServiceAnswerError, type ServiceRequest } from '@specie/screening/services/service.ts'
import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import { kindOfAddress } from '@specie/travel-rule/may-connect.ts'
import type { Env } from '../../base/env.ts'
import { maxAnswerBytes, OutsideError, requestOutside } from '../../base/http/outside.ts'
import { pinnedConnection } from '../../base/http/pinned.ts'

// Names of persons leave to these services. Without encryption they stay on this machine or in a private network.

const ownNetwork = {
  kind: 'a private',
  includes: (ip: string) => ['private', 'loopback'].includes(kindOfAddress(ip)),
}

export async function sendToService(env: Env, service: ServiceCode, request: ServiceRequest): Promise<ServiceAnswer> {
  const { method, url, body } = request
  const key = env.config.serviceKeys.get(service)
  const headers = { ...request.headers, ...(key !== undefined && { authorization: key }) }
  const limits = { withinMs: env.config.serviceAnswerMs, maxBytes: maxAnswerBytes.json }
  const connection = url.protocol === 'https:' ? undefined : await pinnedConnection(url.hostname, ownNetwork)
  return requestOutside(
    url,
    { method, headers, ...(body !== undefined && { body }), ...(connection && { connection }) },
    limits,
  )
}

/** Why there is no answer. Any other error is a fault of ours, and is thrown. */
export function failureOf(error: unknown): string {
  if (error instanceof OutsideError || error instanceof ServiceAnswerError) return error.message
  if (error instanceof Error && error.name === 'TimeoutError') return 'it did not answer in time'
  throw error
}
