import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Env } from '../env.ts'
import { errorAnswer, unavailable } from './errors.ts'
import type { App, Seen } from './request.ts'
import { shortened } from './spelling.ts'

/** The answer when there is no slot. Nothing was done, and the same signed request may be sent again. */
export const noSlot = () => unavailable('Too many requests are in progress.')

export type Shedding = {
  hasRoom(request: IncomingMessage): boolean
  traceOf(request: IncomingMessage): string
  mayLog(seen: Seen): boolean
}

/**
 * Rejects a request that has no slot before any other work, outside the framework. Under overload most requests are
 * rejected, and the time spent on each of them would be missing for the admitted ones.
 */
export function shedEarly(app: App, env: Env, { hasRoom, traceOf, mayLog }: Shedding): void {
  const serve = app.server.listeners('request') as RequestListener[]
  app.server.removeAllListeners('request')
  app.server.on('request', (request, response) => {
    if (hasRoom(request)) for (const listener of serve) listener(request, response)
    else shed(request, response)
  })

  function shed(request: IncomingMessage, response: ServerResponse): void {
    const error = noSlot()
    const traceid = traceOf(request)
    const { status, headers, body } = errorAnswer(error, env.clock.now(), traceid)
    env.metrics.errors.inc({ code: error.code })
    response.writeHead(status, { ...headers, 'cache-control': 'no-store', 'content-length': Buffer.byteLength(body) })
    response.end(body)
    const seen: Seen = { code: error.code }
    if (!env.log.isLevelEnabled('info') || !mayLog(seen)) return
    const path = shortened(request.url ?? '', 64).split('?')[0]
    const ip = request.socket.remoteAddress
    env.log.info({ traceid, method: request.method, path, status, ...seen, ip }, 'request')
  }
}
