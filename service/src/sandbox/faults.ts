import { setTimeout as sleep } from 'node:timers/promises'
import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { faultHeader, faults } from '@specie/protocol/sandbox/faults.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, errorAnswer, unavailable } from '../base/http/errors.ts'
import { requireTokenOrLocal } from '../base/http/guard.ts'
import type { App, Reply, Request } from '../base/http/shell.ts'

// Simulates faults of networks and servers, on demand: the request header `x-sandbox-fault` of any API call.

const longestDelay = 60_000

const isFault = new RegExp(`^(${Object.keys(faults).join('|').replace('<ms>', '\\d{1,5}')})$`)

export function faultHooks(app: App, env: Env): void {
  if (!env.config.sandbox.enabled) return
  const faultOf = ({ headers, url }: Request): string | null => {
    const fault = headers[faultHeader]
    return typeof fault === 'string' && url.startsWith(basePath) ? fault : null
  }

  app.addHook('preHandler', (request, _reply, done) => {
    const fault = faultOf(request)
    if (fault === null) return done()
    try {
      requireTokenOrLocal(env.config.sandbox.token, request)
      if (!isFault.test(fault)) throw badRequest('fault', `One of ${Object.keys(faults).join(', ')}.`, faultHeader)
      if (fault === 'http_503') throw unavailable('A simulated failure; nothing was done.')
      done()
    } catch (error) {
      done(error as Error)
    }
  })

  app.addHook('onSend', (request, reply, payload, done) => {
    const fault = reply.statusCode === 200 ? faultOf(request) : null
    if (fault === null) return done(null, payload)
    void applyFault(env, fault, request, reply, payload).then((sent) => done(null, sent))
  })
}

/** The call has done its work; this changes only the answer to the caller. */
async function applyFault(env: Env, fault: string, request: Request, reply: Reply, payload: unknown): Promise<unknown> {
  if (fault === 'drop_after_commit') {
    request.raw.socket.destroy()
    return payload
  }
  if (fault === 'http_500') {
    const { status, body } = errorAnswer(new ApiError('internal_error'), env.clock.now(), request.id)
    reply.code(status)
    return body
  }
  const ms = Number(fault.slice('delay:'.length))
  await sleep(Math.min(ms, longestDelay))
  return payload
}
