import { limits } from '@specie/protocol/sandbox/limits.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { limitsOf } from '../compliance/limit/left.ts'
import { mount } from './control/mount.ts'
import { agreeInSandbox } from './demo/people.ts'

/** Officers of UAT set limits, so that integrators can reach them. */
export function limitRoutes(app: App, env: Env): void {
  mount(app, limits, async (change) => {
    await agreeInSandbox(env, 'limit.set', change)
    return { limits: await limitsOf(env.db, change.institutionid) }
  })
}
