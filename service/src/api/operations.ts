import type { Env } from '../base/env.ts'
import { unavailable } from '../base/http/errors.ts'
import { requireTokenOrLocal } from '../base/http/guard.ts'
import type { App } from '../base/http/shell.ts'
import type { Readiness } from '../base/observability/readiness.ts'

/** For load balancers; `draining` is true while the process is stopping. */
export function probeRoutes(app: App, ready: Readiness, draining: () => boolean): void {
  // Reports that the process is alive, because a restart would not help.
  app.get('/healthz', async () => ({ status: 'ok' }))

  // Ready for requests.
  app.get('/readyz', async () => {
    if (draining()) throw unavailable('This process is stopping.')
    const problem = await ready()
    if (problem !== null) throw unavailable(problem)
    return { status: 'ready' }
  })
}

/** For Prometheus. */
export function metricsRoute(app: App, env: Env): void {
  app.get('/metrics', async (request, reply) => {
    requireTokenOrLocal(env.config.metricsToken, request)
    return reply.type(env.metrics.registry.contentType).send(await env.metrics.registry.metrics())
  })
}
