import { z } from 'zod'
import { apiKey, id, keyState, madeCall } from '../web-api/api-keys.ts'
import { instant, isoTime, nonceWindow } from '../fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'
import { scopes } from '../endpoints/endpoint.ts'

const step = z.object({ state: keyState, at: isoTime })

/** The rights of a key; the payload of the approval `member.key` is this with the institution. */
export const keyRequest = z.strictObject({
  publickey: z.string().max(1_400).meta({ description: 'P-256, SPKI DER, base64.' }),
  label: z.string().trim().min(1).max(64),
  scopes: z
    .array(z.enum(scopes))
    .min(1)
    .refine((list) => new Set(list).size === list.length, 'each scope at most once'),
  ip_allowlist: z
    .array(z.string().max(64))
    .max(50)
    .default([])
    .meta({ description: 'Networks; empty means any address.' }),
  expires_at: instant.nullable().default(null),
  nonce_window_ms: nonceWindow.nullable().default(null),
  replaces: z.string().nullable().default(null).meta({ description: 'The key that this one replaces.' }),
  overlap_hours: z.int().min(0).max(720).default(24).meta({ description: 'The overlap during which both work.' }),
})

export const keysCall = peopleCall({
  name: 'keys',
  where: 'portal',
  method: 'GET',
  path: '/keys',
  act: 'keys.read',
  tag: 'API keys',
  summary: 'API keys',
  description: 'Every key of the institution with its last use and last nonce, newest first.',
  request: z.strictObject(paged),
  response: listOf(apiKey),
  errors: ['invalid_cursor'],
})

export const keyCall = peopleCall({
  name: 'key',
  where: 'portal',
  method: 'GET',
  path: '/keys/{id}',
  act: 'keys.read',
  tag: 'API keys',
  summary: 'One API key',
  description: 'With its history of states, oldest first.',
  request: z.strictObject({ id }),
  response: apiKey.extend({ steps: z.array(step) }),
  errors: ['not_found'],
})

export const registerKeyCall = peopleCall({
  name: 'registerKey',
  where: 'portal',
  method: 'POST',
  path: '/keys',
  act: 'keys.edit',
  tag: 'API keys',
  summary: 'Register a key',
  description:
    'The key can be used once it has signed a challenge. If the institution requires it, a key that may write first waits for a second approver.',
  request: keyRequest,
  response: z.object({
    keyid: z.string().nullable().meta({ description: 'Null while it waits for a second approver.' }),
    approvalid: z.string().nullable(),
  }),
  errors: ['not_found'],
})

export const challengeKeyCall = peopleCall({
  name: 'challengeKey',
  where: 'portal',
  method: 'POST',
  path: '/keys/{id}/challenge',
  act: 'keys.edit',
  tag: 'API keys',
  summary: 'Request a challenge',
  description:
    'The key signs `path` + canonical JSON of `{"challenge": …}` + nonce, as it signs a call. Valid once, for ten minutes; a new challenge replaces it.',
  request: z.strictObject({ id }),
  response: z.object({ challenge: z.string(), path: z.string(), expires_at: isoTime }),
  errors: ['not_found'],
})

export const proveKeyCall = peopleCall({
  name: 'proveKey',
  where: 'portal',
  method: 'POST',
  path: '/keys/{id}/prove',
  act: 'keys.edit',
  tag: 'API keys',
  summary: 'Prove possession of a key',
  description: 'The signed challenge. From then on the key can be used, and the replaced one during the overlap.',
  request: z.strictObject({
    id,
    challenge: z.string().max(64),
    nonce: z.string().max(20),
    signature: z.string().max(200).meta({ description: 'DER or P1363, base64 or base64url.' }),
  }),
  response: z.object({ keyid: z.string(), status: keyState }),
  errors: ['not_found'],
})

const changeKeyCall = <const A extends 'keys.edit' | 'keys.freeze' | 'keys.unfreeze', const N extends string>(
  name: N,
  act: A,
  summary: string,
  description: string,
) =>
  peopleCall({
    name: `${name}Key`,
    where: 'portal',
    method: 'POST',
    path: `/keys/{id}/${name}`,
    act,
    tag: 'API keys',
    summary,
    description,
    request: z.strictObject({ id, reason }),
    response: z.object({ keyid: z.string(), status: keyState }),
    errors: ['not_found'],
  })

export const freezeKeyCall = changeKeyCall('freeze', 'keys.freeze', 'Freeze a key', 'Its next call is refused.')
export const unfreezeKeyCall = changeKeyCall(
  'unfreeze',
  'keys.unfreeze',
  'Unfreeze a key',
  'The key can be used again. An administrator cannot unfreeze a key that an approver has frozen, and vice versa.',
)
export const revokeKeyCall = changeKeyCall(
  'revoke',
  'keys.edit',
  'Revoke a key',
  'Its next call is refused, permanently.',
)

export const keyWindowCall = peopleCall({
  name: 'keyWindow',
  where: 'portal',
  method: 'POST',
  path: '/keys/{id}/nonce-window',
  act: 'keys.edit',
  tag: 'API keys',
  summary: 'Set the time window of a key',
  description:
    'The maximum distance of a nonce, as UNIX time in milliseconds, from the time of the service; null means no limit.',
  request: z.strictObject({ id, nonce_window_ms: nonceWindow.nullable() }),
  response: z.object({ keyid: z.string(), nonce_window_ms: nonceWindow.nullable() }),
  errors: ['not_found'],
})

export const keyCallsCall = peopleCall({
  name: 'keyCalls',
  where: 'portal',
  method: 'GET',
  path: '/keys/{id}/calls',
  act: 'keys.read',
  tag: 'API keys',
  summary: 'Recent calls of a key',
  description:
    'The last hundred calls signed with it, newest first; if one second had very many calls, some are missing.',
  request: z.strictObject({ id }),
  response: listOf(madeCall),
  errors: ['not_found'],
})

export const keyCalls = [
  keysCall,
  keyCall,
  registerKeyCall,
  challengeKeyCall,
  proveKeyCall,
  freezeKeyCall,
  unfreezeKeyCall,
  revokeKeyCall,
  keyWindowCall,
  keyCallsCall,
] as const
