import { misbehaviours as bank } from './bank/misbehaviour.ts'
import { withExecutions, withStream } from './liquidity/misbehaviour.ts'
import { misbehaviours as provider } from './provider/misbehaviour.ts'
import type { App } from './server.ts'

/** What each inhabitant can be told to do wrong next, and what that means, for whoever wants to know. */
export function misbehaviourRoutes(app: App): void {
  for (const [who, known] of Object.entries({ bank, provider, lp: { ...withExecutions, ...withStream } }))
    app.get(`/${who}/control/misbehaviours`, async () => known)
}
