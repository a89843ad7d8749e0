import { z } from 'zod'
import { endpoint, scopes } from './endpoint.ts'
import { assetCode, decimal, environment, isoTime, limitLeft, nonceWindow, ok } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'

// Calls of an institution about itself.

export const accountBalance = endpoint({
  name: 'accountBalance',
  access: 'signed',
  method: 'POST',
  path: '/private/accountBalance',
  body: 'form',
  tag: 'Account',
  summary: 'Balances',
  description: 'One entry per asset. `pending` is arriving, leaving or under review.',
  needs: { scope: 'read', agreement: 'any' },
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    balances: z.array(z.object({ asset: assetCode, available: decimal, pending: decimal })),
  }),
  errors: [],
})

export const keyInfo = endpoint({
  name: 'keyInfo',
  access: 'signed',
  method: 'POST',
  path: '/private/keyInfo',
  body: 'form',
  tag: 'Account',
  summary: 'Rights and limits of the key',
  description: 'Scopes, remaining limits, and the last accepted nonce, which is the nonce of this call.',
  needs: { scope: 'read' },
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    keyid: z.string(),
    label: z.string(),
    status: z.enum(statesOf(machines.api_key)),
    scopes: z.array(z.enum(scopes)),
    institutionid: z.string(),
    institution: z.string(),
    environment,
    last_nonce: z.string().meta({ description: 'A uint64 as a string.', examples: ['1794657600000'] }),
    rate_limit: z.object({ requests: z.int(), per_seconds: z.int() }),
    nonce_window_ms: nonceWindow.nullable().meta({
      description:
        'The maximum distance of a nonce, as UNIX time in milliseconds, from the time of the service. Null if a nonce must only be higher than the previous one.',
    }),
    ip_allowlist: z.array(z.string()).meta({ description: 'Empty means any address.' }),
    limits: z.array(limitLeft).meta({
      description: 'Limits that do not depend on the request; `validate=true` shows all limits of a request.',
    }),
  }),
  errors: [],
})
