import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import { expect, test } from 'vitest'
import { systemClock } from '../../base/clock.ts'
import { readConfig } from '../../base/config.ts'
import type { Env } from '../../base/env.ts'
import { httpShell } from '../../base/http/shell.ts'
import { randomIds } from '../../base/ids.ts'
import { createLog } from '../../base/observability/log.ts'
import { createMetrics } from '../../base/observability/metrics.ts'
import { routeOf } from './mount.ts'
import { sandboxRoutes } from '../routes.ts'

/** The routes that are mounted, as `GET /sandbox/v1/clock`. */
async function mounted(more: (app: ReturnType<typeof httpShell>) => void = () => {}): Promise<string[]> {
  const env = {
    clock: systemClock,
    ids: randomIds,
    log: createLog('fatal'),
    metrics: createMetrics(),
    config: readConfig({}),
  } as unknown as Env // routes ask for the rest when they are called
  const app = httpShell(env)
  const routes: string[] = []
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) if (one !== 'HEAD' && url.startsWith(sandboxPath)) routes.push(`${one} ${url}`)
  })
  sandboxRoutes(app, env, { clock: {} as never, settle: async () => true })
  more(app)
  await app.ready()
  await app.close()
  return routes
}

const defined = sandboxCalls.map((call) => `${call.method} ${routeOf(call)}`)

test('every route of the sandbox has a definition, and every definition its route', async () => {
  expect((await mounted()).toSorted()).toEqual(defined.toSorted())
})

test('a route without a definition is reported', async () => {
  const routes = await mounted((app) => void app.post(`${sandboxPath}/undocumented`, async () => ({})))
  expect(routes.filter((route) => !defined.includes(route))).toEqual([`POST ${sandboxPath}/undocumented`])
})

test('every part of a path is described', () => {
  for (const { path, parts = {} } of sandboxCalls) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name)
    expect(Object.keys(parts), path).toEqual(named)
  }
})
