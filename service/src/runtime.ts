import type { Env, Runtime } from './base/env.ts'
import { memoryOf } from './base/per-process.ts'
import { readLimits } from './markets/limits.ts'
import { rooms } from './rooms.ts'

/** A separate process: with the manifests of the rooms, and an empty memory. */
export function withRuntime(world: Omit<Env, 'runtime'>): Env {
  const env: Env = { ...world, runtime: {} as Runtime }
  Object.assign(env.runtime, memoryOf(env), { rooms, limits: readLimits(env.config) } satisfies Partial<Runtime>)
  return env
}
