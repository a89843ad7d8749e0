import * as calls from '@specie/protocol/sandbox/market.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { placeHold } from '../compliance/holds.ts'
import { findHold } from '../compliance/list-holds.ts'
import { actorOf } from '../people/person/row.ts'
import { mount } from './mount.ts'
import { agreeInSandbox, officer } from './demo/people.ts'

/** Places holds, and reports what they still stop; decides on them through the real four-eyes process. */
export function holdRoutes(app: App, env: Env): void {
  mount(app, calls.holds, async ({ institutionid: institutionId, on, reason }) => {
    const { person } = await officer(env, 'a')
    return env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason }, actorOf(person)))
  })

  const decisions = [
    ['release', calls.releaseHold],
    ['reject', calls.rejectHold],
  ] as const
  for (const [decision, call] of decisions) {
    mount(app, call, async (_given, parts) => {
      const { holdid: id } = await findHold(env.db, parts['id']!)
      await agreeInSandbox(env, 'hold.decide', { holdid: id, decision })
      return { holdid: id, status: decision === 'release' ? 'released' : 'rejected' }
    })
  }
}
