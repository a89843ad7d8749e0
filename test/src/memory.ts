import type { Env } from '@specie/service/base/env.ts'
import { type InProcess, memoryOf } from '@specie/service/base/per-process.ts'

/** A separate process cache, for functions that need only the memory of an `Env`. */
export const newProcess = (): InProcess => ({ runtime: memoryOf({} as Env) })
