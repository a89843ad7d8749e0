import type { Env } from '../../base/env.ts'
import { type Purpose, purposes } from '../../base/manifest.ts'

/** The purposes of operations with this property, as the rooms declare them. */
export const purposesWith = ({ runtime }: Pick<Env, 'runtime'>, term: 'internal' | 'booksArrival'): Purpose[] =>
  purposes.filter((name) => runtime.rooms.operations[name][term])
