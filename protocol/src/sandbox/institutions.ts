import { z } from 'zod'
import { products } from '../endpoints/endpoint.ts'
import { nonceWindow } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { email, memberRoles, personName, staffRoleList } from '../web-api/fields.ts'
import { sandboxCall } from './call.ts'
import { institutionid } from './fields.ts'

export const institutions = sandboxCall({
  name: 'institutions',
  method: 'POST',
  path: '/institutions',
  tag: 'Institutions',
  summary: 'Onboard an institution',
  description:
    'Creates an institution with a KYB case of invented data, decided by simulated officers, signs its agreements and registers its key. Without `publickey` it makes a pair and returns the private key once.',
  request: z.strictObject({
    name: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .meta({ examples: ['Acme Treasury AG'] }),
    publickey: z.string().optional().meta({ description: 'P-256, SPKI DER in base64.' }),
    kyb: z
      .enum(statesOf(machines.kyb_case))
      .default('approved')
      .meta({ description: 'The final state of its KYB case.' }),
    agreements: z
      .array(z.enum(products))
      .refine((list) => new Set(list).size === list.length, 'each agreement at most once')
      .default([...products])
      .meta({ description: 'The active agreements; all of them by default.' }),
    nonce_window_ms: nonceWindow
      .nullish()
      .meta({ description: 'The maximum distance of a nonce from the time of the service.', examples: [30_000] }),
  }),
  response: z.object({
    institutionid: z.string(),
    name: z.string(),
    publickey: z.string(),
    privatekey: z.string().optional().meta({
      description: 'The private key, PKCS #8 in PEM. It is returned only once, and only if no public key was sent.',
    }),
  }),
  errors: [],
})

export const people = sandboxCall({
  name: 'people',
  method: 'POST',
  path: '/people',
  tag: 'Institutions',
  summary: 'Create a person who can sign in',
  description:
    'A person of an institution or a member of staff who can sign in to the portal or the console at once, with password and authenticator app. A person who already has the email gets new ones.',
  request: z.union([
    z.strictObject({ email, name: personName, institutionid, roles: memberRoles }),
    z.strictObject({ email, name: personName, roles: staffRoleList }),
  ]),
  example: { email: 'nora@staff.example', name: 'Nora Keller', roles: ['support'] },
  response: z.object({
    personid: z.string(),
    email: z.string(),
    password: z.string(),
    totp: z.object({ secret: z.string(), uri: z.string() }),
    recovery_codes: z.array(z.string()),
  }),
  errors: [],
})
