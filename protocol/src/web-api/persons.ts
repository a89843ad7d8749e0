import { z } from 'zod'
import { done, id, listed, personView, reason } from './fields.ts'
import { isoTime } from '../fields.ts'

// The people of an institution (portal), and staff (console): the same calls with the roles of their side.

const openLink = z.object({
  purpose: z.enum(['invitation', 'recovery']),
  usable_from: isoTime.nullable().meta({ description: 'Null means at once.' }),
  expires_at: isoTime,
})
export const personInList = z.object({
  ...personView,
  created_at: isoTime,
  last_seen_at: isoTime.nullable(),
  open_link: openLink
    .nullable()
    .meta({ description: 'The unused invitation or recovery link, which may have expired. Null means there is none.' }),
})
export const listResponse = z.object({ items: z.array(personInList), ...listed })
const link = z.string().meta({ description: 'A link that works once. It is shown only now; hand it to the person.' })
export const linkResponse = z.object({
  link,
  expires_at: isoTime.nullable().meta({ description: 'Null while the second half is missing.' }),
  link_approval: id.nullable().meta({
    description:
      'If it is not null, `link` is the first half. The approver of this request gets the second half, and the person needs both.',
  }),
})
export const approvalId = id
  .nullable()
  .meta({ description: 'The request for the roles that need a second approver, or null.' })
export const because = z.strictObject({ id, reason })

export const suspend = {
  summary: 'Suspend',
  description: 'Effective at once. All sessions and tokens of the person end.',
}
export const reinstate = { summary: 'Reinstate', description: 'The person can sign in again.' }
export const remove = { summary: 'Remove', description: 'Permanent. The email can be invited again.' }
export const onePerson = { request: because, response: done, errors: ['not_found'] } as const
