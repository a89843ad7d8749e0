import { holdReasons } from '@specie/protocol/holds.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { decideHold, placeHold } from '../compliance/holds.ts'
import { heldKinds } from '../compliance/things.ts'

export const holdRequest = z.strictObject({
  institutionid: z.uuid(),
  /** `next mint`, or the id of a row. */
  on: z.union([z.enum(heldKinds.map((kind) => `next ${kind}` as const)), z.uuid().toLowerCase()], {
    error: `the id of something, or next ${heldKinds.join(', next ')}`,
  }),
  reason: z.enum(holdReasons),
})

const holdId = z.strictObject({ id: z.uuid().toLowerCase() })

/** Two simulated officers: the real process takes two people, and refuses one who acts as both. */
const officers = { maker: 'sandbox officer A', checker: 'sandbox officer B' }

/** Places holds, and reports what they still stop; decides on them through the real four-eyes process. */
export function holdRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/holds', async (request) => {
    const hold = fields(holdRequest, readBody(request.body, request.headers['content-type'], 'json').value)
    const { institutionid: institutionId, on, reason } = hold
    return env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason }, officers.maker))
  })

  for (const decision of ['release', 'reject'] as const) {
    app.post(`/sandbox/v1/holds/:id/${decision}`, async (request) => {
      const { id } = fields(holdId, request.params)
      await env.db.tx((tx) => decideHold(env, tx, id, decision, officers.maker, officers.checker))
      return { holdid: id, status: decision === 'release' ? 'released' : 'rejected' }
    })
  }
}
