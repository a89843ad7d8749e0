import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from './call.ts'
import { done, id } from './fields.ts'

// Programs that act for a person: a token that the person made, or a device that the person confirmed. It ends with the session
// in which that was done, and cannot create another way to sign in.

const both = { where: 'both', method: 'POST', tag: 'Tokens' } as const
const label = z.string().trim().min(1).max(64).meta({ description: 'Its purpose.' })
const userCode = z
  .string()
  .trim()
  .min(8)
  .max(16)
  .meta({ examples: ['BCDF-GHJK'] })

export const makeToken = peopleCall({
  ...both,
  name: 'makeToken',
  path: '/tokens',
  act: 'self',
  fresh: true,
  browser: true,
  summary: 'Make a token for a program',
  description:
    'Sent as `Authorization: Bearer …`, it acts as you, with the factor of this session. It ends with this session, or earlier; it is listed and revoked among your sessions. For long-running programs use API keys.',
  request: z.strictObject({
    label,
    expires_in_hours: z.int().min(1).max(12).optional().meta({ description: 'By default it ends with this session.' }),
  }),
  response: z.object({ id, token: z.string().meta({ description: 'Shown only now.' }), expires_at: isoTime }),
  errors: [],
})

export const beginDevice = peopleCall({
  ...both,
  name: 'beginDevice',
  path: '/device',
  act: 'anyone',
  byPrograms: true,
  summary: 'Request to act for a person',
  description:
    'Show `user_code` and `verification_uri` to the person, then poll for the token every `interval` seconds.',
  request: z.strictObject({ label: label.optional() }),
  response: z.object({
    device_code: z.string(),
    user_code: z.string(),
    verification_uri: z.string(),
    expires_in: z.int(),
    interval: z.int(),
  }),
  errors: [],
})

export const showDevice = peopleCall({
  ...both,
  name: 'showDevice',
  path: '/device/show',
  act: 'self',
  browser: true,
  summary: 'The requesting device',
  description: 'Compare the address and the program with your own device before you confirm.',
  request: z.strictObject({ user_code: userCode }),
  response: z.object({
    label: z.string(),
    ip: z.string(),
    agent: z.string(),
    created_at: isoTime,
    expires_at: isoTime,
  }),
  errors: ['not_found'],
})

export const confirmDevice = peopleCall({
  ...both,
  name: 'confirmDevice',
  path: '/device/confirm',
  act: 'self',
  fresh: true,
  browser: true,
  summary: 'Allow a device to act for you',
  description: 'It gets a token with the factor of this session, which ends with it.',
  request: z.strictObject({ user_code: userCode }),
  response: done,
  errors: ['not_found'],
})

export const takeDeviceToken = peopleCall({
  ...both,
  name: 'takeDeviceToken',
  path: '/device/token',
  act: 'anyone',
  byPrograms: true,
  summary: 'Take the token of a confirmed device',
  description:
    'Until the device is confirmed, the answer is `bad_request` with the rule `authorization_pending`. The token is given once. Afterwards, and after the expiry of the code, the rule is `expired_token`.',
  request: z.strictObject({ device_code: z.string().regex(/^[\w-]{43}$/, 'the device_code of /device') }),
  response: z.object({ token: z.string(), expires_at: isoTime }),
  errors: [],
})

export const tokenCalls = [makeToken, beginDevice, showDevice, confirmDevice, takeDeviceToken] as const
