import { payloads } from '@specie/protocol/people/payloads.ts'
import type { Runtime } from './base/env.ts'
import { decideHold } from './compliance/holds.ts'

/** What is done once a second person has approved it, by kind. */
export const approvable: Runtime['approvable'] = {
  'hold.decide': { schema: payloads['hold.decide'].schema, execute: decideHold },
}
