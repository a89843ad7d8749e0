import { z } from 'zod'
import { products } from './endpoint.ts'
import { nonceWindow } from './fields.ts'
import { machines, statesOf } from './machines.ts'

// UAT only: `/sandbox/v1/*`, JSON, unsigned, not part of `/api/v1`.

/** POST /sandbox/v1/institutions */
export const onboardRequest = z.strictObject({
  name: z.string().trim().min(1).max(140),
  publickey: z.string().optional(),
  kyb: z.enum(statesOf(machines.kyb_case)).default('approved'),
  agreements: z
    .array(z.enum(products))
    .refine((list) => new Set(list).size === list.length, 'each agreement at most once')
    .default([...products]),
  nonce_window_ms: nonceWindow.nullish(),
})

export const onboardResponse = z.object({
  institutionid: z.string(),
  name: z.string(),
  publickey: z.string(),
  privatekey: z.string().optional().meta({ description: 'PKCS #8 PEM; once, and only when no public key was sent.' }),
})
