import { holdRequest } from '@specie/protocol/people/holds.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { placeHold } from '../compliance/holds.ts'
import { actorOf } from '../people/person/row.ts'
import { agreeInSandbox, officer } from './people.ts'

const holdId = z.strictObject({ id: z.uuid().toLowerCase() })

/** Places holds, and reports what they still stop; decides on them through the real four-eyes process. */
export function holdRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/holds', async (request) => {
    const hold = fields(holdRequest, readBody(request.body, request.headers['content-type'], 'json').value)
    const { institutionid: institutionId, on, reason } = hold
    const { person } = await officer(env, 'a')
    return env.db.tx((tx) => placeHold(env, tx, { institutionId, on, reason }, actorOf(person)))
  })

  for (const decision of ['release', 'reject'] as const) {
    app.post(`/sandbox/v1/holds/:id/${decision}`, async (request) => {
      const { id } = fields(holdId, request.params)
      await agreeInSandbox(env, 'hold.decide', { holdid: id, decision })
      return { holdid: id, status: decision === 'release' ? 'released' : 'rejected' }
    })
  }
}
