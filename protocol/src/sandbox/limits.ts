import { z } from 'zod'
import { limitLeft } from '../fields.ts'
import { payloads } from '../people/approvals/payloads.ts'
import { sandboxCall } from './call.ts'

export const limits = sandboxCall({
  name: 'limits',
  method: 'POST',
  path: '/limits',
  tag: 'Review',
  summary: 'Set limits of an institution',
  description:
    'What the institution may use of a product in a day or a month. Two simulated officers set it, through the real approval by two people. What was accepted before in the same day or month counts.',
  request: payloads['limit.set'].schema,
  response: z.object({ limits: z.array(limitLeft).meta({ description: 'All limits of the institution.' }) }),
  errors: ['approval_refused', 'not_found'],
})
