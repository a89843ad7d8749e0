import { z } from 'zod'
import { anId, isoTime, nonceWindow } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { scopes } from '../endpoints/endpoint.ts'

// API keys of an institution: registered by its administrator, proved by their holder, frozen and revoked by people.

export const keyState = z.enum(statesOf(machines.api_key))
export const id = anId.meta({ description: 'The id of a key.' })

export const apiKey = z.object({
  keyid: z.string(),
  label: z.string(),
  status: keyState,
  scopes: z.array(z.enum(scopes)),
  publickey: z.string().meta({ description: 'SPKI DER, base64.' }),
  ip_allowlist: z.array(z.string()).meta({ description: 'Empty means any address.' }),
  nonce_window_ms: nonceWindow.nullable(),
  expires_at: isoTime.nullable(),
  replaces: z.string().nullable().meta({ description: 'The key that it replaced.' }),
  revoke_at: isoTime.nullable().meta({ description: 'The end of the overlap with its successor.' }),
  proven_at: isoTime.nullable(),
  created_at: isoTime,
  last_used_at: isoTime.nullable(),
  last_nonce: z.string().nullable().meta({ description: 'A uint64 as a string.' }),
})

/** A signed call of a key. */
export const madeCall = z.object({
  at: isoTime,
  path: z.string(),
  status: z.int(),
  code: z.string().nullable(),
  traceid: z.string(),
  ip: z.string(),
})
