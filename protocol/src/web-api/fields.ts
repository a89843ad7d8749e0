import { z } from 'zod'
import { isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import {
  type InstitutionRole,
  institutionRoles,
  type Role,
  sides,
  type StaffRole,
  staffRoles,
} from '../people/roles.ts'

// Fields that several calls of people share.

export const id = uuid.meta({ description: 'An id that a list of this API shows.' })

export const email = z
  .string()
  .max(254)
  .regex(/^[^\s@]+@[^\s@]+\.[^\s@]+$/, 'an email address')
  .transform((text) => text.toLowerCase())
  .meta({ description: 'The name to sign in with.', examples: ['jane@acme.example'] })

export const personName = z.string().trim().min(1).max(140)
export const reason = z.string().trim().min(1).max(1000).meta({ description: 'The reason; stored in the audit log.' })

const lineSchemas = new WeakSet<object>()

/** Text of several lines. Every other field is one line, and invisible characters are refused. */
export function lines(max: number, description: string) {
  const schema = z
    .string()
    .trim()
    .min(1)
    .max(max)
    .meta({ description: `${description} It may have several lines.` })
  lineSchemas.add(schema)
  return schema
}
export const isLines = (schema: object): boolean => lineSchemas.has(schema)

/** Bounded before it is hashed. The refused passwords: service/src/people/factor/password.ts. */
export const password = z.string().min(1).max(128)
export const code = z
  .string()
  .regex(/^\d{6}$/, 'six digits')
  .meta({ description: 'The current authentication code. Each works once.' })

const unique = (list: readonly Role[]): boolean => new Set(list).size === list.length
export const memberRoles = z
  .array(z.enum(institutionRoles as readonly [InstitutionRole, ...InstitutionRole[]]))
  .min(1)
  .refine(unique, 'each role at most once')
export const staffRoleList = z
  .array(z.enum(staffRoles as readonly [StaffRole, ...StaffRole[]]))
  .min(1)
  .refine(unique, 'each role at most once')

const everyRole = [...new Set<Role>([...institutionRoles, ...staffRoles])] as [Role, ...Role[]]

/** A person in lists. */
export const personView = {
  id,
  name: z.string(),
  email: z.string(),
  state: z.enum(statesOf(machines.person)),
  roles: z.array(z.enum(everyRole)),
}

export const side = z.enum(sides)

export const listed = { next_cursor: z.string().nullable().meta({ description: 'Null on the last page.' }) }
export const done = z.object({ result: z.literal('ok') })

const base64url = z.string().regex(/^[\w-]+$/, 'base64url')

// Browsers may add fields to their answers: unknown ones are ignored.

/** The answer of `navigator.credentials.create()`, as JSON (`toJSON()`). */
export const registrationCredential = z.object({
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url.max(4000),
    attestationObject: base64url.max(8000),
    authenticatorData: base64url.max(4000).optional(),
    transports: z.array(z.string().max(32)).max(8).optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: base64url.max(4000).optional(),
  }),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
})

/** The answer of `navigator.credentials.get()`, as JSON. */
export const assertionCredential = z.object({
  id: base64url.max(1400),
  rawId: base64url.max(1400),
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: base64url.max(4000),
    authenticatorData: base64url.max(4000),
    signature: base64url.max(2000),
    userHandle: base64url.max(200).nullish(),
  }),
  authenticatorAttachment: z.enum(['platform', 'cross-platform']).nullish(),
  clientExtensionResults: z.looseObject({}).optional(),
})

const descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.array(z.string()).optional(),
})

/** For `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const creationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.number() })),
  timeout: z.number(),
  attestation: z.string(),
  excludeCredentials: z.array(descriptor),
  authenticatorSelection: z.object({
    residentKey: z.string(),
    requireResidentKey: z.boolean(),
    userVerification: z.string(),
  }),
})

/** For `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const requestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.string(),
  allowCredentials: z.array(descriptor).optional(),
})

/** The same, with the signed object, which is kept as evidence. */
export const signatureOptions = requestOptions.extend({
  signs: z.string().meta({ description: 'The canonical object whose hash is the challenge.' }),
})

/** A new secret for an authenticator app; it is not stored until one of its codes is sent back with `setup`. */
export const totpOffer = z.object({
  secret: z.string().meta({ description: 'Base32, to type into the app.' }),
  uri: z.string().meta({ description: 'otpauth://…, to show as a QR code.' }),
  setup: z.string().meta({ description: 'Send it back with the first code.' }),
})
export const totpAnswer = z.strictObject({ setup: base64url.max(400), code })

export const recoveryCodes = z
  .array(z.string())
  .meta({ description: 'Ten codes, shown only now. Each works once, in place of an authentication code.' })

/** A session or a token, as its owner sees it. */
export const sessionView = z.object({
  id,
  kind: z.enum(['browser', 'token']),
  method: z.string(),
  label: z.string().nullable(),
  ip: z.string(),
  agent: z.string(),
  created_at: isoTime,
  seen_at: isoTime,
  expires_at: isoTime,
  current: z.boolean(),
})

/** A decimal number, possibly negative. */
export const signedDecimal = z.string().regex(/^-?\d+(\.\d+)?$/)

/** Of a transaction on a chain. */
export const confirmations = z.object({
  done: z
    .int()
    .min(0)
    .meta({ description: 'The number of blocks since then, its own block included; 0 while it is in no block.' }),
  needed: z.int().min(1).meta({ description: 'The number of confirmations at which it is final.' }),
})
export type Confirmations = z.infer<typeof confirmations>

/** What an institution learns of the Travel Rule exchange of its transfer. A time is null as long as it has not happened. */
export const exchangeSteps = z.object({
  provider: z.string().meta({ description: 'The provider that hosts the wallet.' }),
  is_waiting: z.boolean().meta({ description: 'The provider has not decided yet.' }),
  sent_at: isoTime.nullable().meta({ description: 'When the data of sender and recipient were sent.' }),
  received_at: isoTime.nullable().meta({ description: 'When the provider had them.' }),
  accepted_at: isoTime.nullable().meta({ description: 'When the provider accepted the transfer.' }),
})
export type ExchangeSteps = z.infer<typeof exchangeSteps>
