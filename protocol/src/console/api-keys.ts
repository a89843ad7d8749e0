import { z } from 'zod'
import type { ActName } from '../people/acts.ts'
import { anId } from '../fields.ts'
import { apiKey, id, keyState, madeCall } from '../web-api/api-keys.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'

const institutionKeysCall = peopleCall({
  name: 'institutionKeys',
  where: 'console',
  method: 'GET',
  path: '/institutions/{id}/api-keys',
  act: 'apikeys.read',
  tag: 'API keys',
  summary: 'API keys of an institution',
  description: 'Shown as the institution sees them.',
  request: z.strictObject({ id: anId.meta({ description: 'The id of an institution.' }), ...paged }),
  response: listOf(apiKey),
  errors: ['not_found', 'invalid_cursor'],
})

const institutionKeyCall = peopleCall({
  name: 'institutionKey',
  where: 'console',
  method: 'GET',
  path: '/api-keys/{id}',
  act: 'apikeys.read',
  tag: 'API keys',
  summary: 'One API key',
  description: 'Shown as its institution sees it, with the name of the institution.',
  request: z.strictObject({ id }),
  response: apiKey.extend({ institutionid: z.string() }),
  errors: ['not_found'],
})

const institutionKeyCallsCall = peopleCall({
  name: 'institutionKeyCalls',
  where: 'console',
  method: 'GET',
  path: '/api-keys/{id}/calls',
  act: 'apikeys.read',
  tag: 'API keys',
  summary: 'Recent calls of a key',
  description: 'Shown as the institution sees them.',
  request: z.strictObject({ id }),
  response: listOf(madeCall),
  errors: ['not_found'],
})

const staffChangeCall = <const A extends ActName, const N extends string>(
  name: N,
  act: A,
  summary: string,
  description: string,
) =>
  peopleCall({
    name: `staff${name[0]!.toUpperCase()}${name.slice(1)}Key`,
    where: 'console',
    method: 'POST',
    path: `/api-keys/{id}/${name}`,
    act,
    tag: 'API keys',
    summary,
    description,
    request: z.strictObject({ id, reason }),
    response: z.object({ keyid: z.string(), status: keyState }),
    errors: ['not_found'],
  })

export const staffKeyCalls = {
  list: institutionKeysCall,
  show: institutionKeyCall,
  calls: institutionKeyCallsCall,
  freeze: staffChangeCall(
    'freeze',
    'apikeys.freeze',
    'Freeze a key',
    'Its next call is refused. The institution cannot unfreeze it.',
  ),
  unfreeze: staffChangeCall('unfreeze', 'apikeys.unfreeze', 'Unfreeze a key', 'The key can be used again.'),
  revoke: staffChangeCall('revoke', 'apikeys.revoke', 'Revoke a key', 'Its next call is refused, permanently.'),
} as const
