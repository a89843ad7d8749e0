import type { Env } from '@specie/service/base/env.ts'
import { type InProcess, memoryOf } from '@specie/service/base/per-process.ts'

/** A process of its own, for functions that need no more of an `Env` than its memory. */
export const newProcess = (): InProcess => ({ runtime: memoryOf({} as Env) })
