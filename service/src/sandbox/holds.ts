import * as calls from '@specie/protocol/sandbox/market.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { HoldDecision } from '@specie/protocol/holds.ts'
import { machines, next } from '@specie/protocol/machines.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { holdAndReport } from '../stopping/place.ts'
import { findHold, type ListedHold } from '../compliance/list-holds.ts'
import { holdDetailsOf } from '../compliance/held-items.ts'
import { isUuid } from '../base/ids.ts'
import { actorOf } from '../directory/person.ts'
import { mount } from './control/mount.ts'
import { outsideAddress } from './outsider.ts'
import { agreeInSandbox, officer } from './demo/people.ts'

/** Places holds, and reports what they still stop; decides them through the real approval by two people. */
export function holdRoutes(app: App, env: Env): void {
  mount(app, calls.holds, async ({ institutionid: institutionId, on, reason }) => {
    const { person } = await officer(env, 'a')
    return env.db.tx((tx) => holdAndReport(env, tx, { institutionId, on, reason }, actorOf(person)))
  })

  const decide = async (id: string, decision: HoldDecision, returnTo?: string) => {
    await agreeInSandbox(env, 'hold.decide', {
      holdid: id,
      decision,
      ...(returnTo !== undefined && { return_to: returnTo }),
    })
    return { holdid: id, status: next(machines.hold, 'under_review', decision)! }
  }
  for (const [decision, call] of [
    ['release', calls.releaseHold],
    ['freeze', calls.freezeHold],
  ] as const) {
    mount(app, call, async (_given, parts) => decide((await findHold(env.db, parts['id']!)).holdid, decision))
  }
  mount(app, calls.rejectHold, async ({ return_to }, parts) => {
    const hold = await findHold(env.db, parts['id']!)
    return decide(hold.holdid, 'reject', return_to ?? (await returnAddress(env, hold)))
  })
}

/** Officers would ask for a safe return address. Here it is the sender's, or an outside one when there is none. */
async function returnAddress(env: Env, { kind, on }: ListedHold): Promise<string | undefined> {
  if (kind !== 'deposit' || !isUuid(on)) return undefined
  const facts = (await holdDetailsOf(env, kind, [on])).get(on)
  return facts?.destination ?? (await outsideAddress((facts?.blockchain ?? 'ETH') as ChainCode))
}
