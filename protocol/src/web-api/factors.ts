import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from './call.ts'
import {
  creationOptions,
  done,
  id,
  password,
  recoveryCodes,
  registrationCredential,
  totpAnswer,
  totpOffer,
} from './fields.ts'

// The factors of a person. Every change needs a fresh factor and a browser.

const both = { where: 'both', method: 'POST', tag: 'Factors', act: 'self' } as const
const empty = z.strictObject({})
const passkeyName = z.string().trim().min(1).max(64)

export const listFactors = peopleCall({
  ...both,
  name: 'listFactors',
  method: 'GET',
  path: '/factors',
  summary: 'Your factors',
  description: 'Passkeys with their names; whether a password and an authenticator app are set up.',
  request: empty,
  response: z.object({
    passkeys: z.array(z.object({ id, name: z.string(), created_at: isoTime, last_used_at: isoTime.nullable() })),
    password: z.boolean(),
    totp: z.boolean(),
    recovery_codes_left: z.int(),
  }),
  errors: [],
})

export const passkeyOptions = peopleCall({
  ...both,
  name: 'passkeyOptions',
  path: '/passkeys/options',
  fresh: true,
  browser: true,
  summary: 'Begin to add a passkey',
  description: 'The challenge works once, for five minutes.',
  request: empty,
  response: creationOptions,
  errors: [],
})

export const addPasskey = peopleCall({
  ...both,
  name: 'addPasskey',
  path: '/passkeys',
  fresh: true,
  browser: true,
  summary: 'Add a passkey',
  description:
    'The passkey must verify its user (fingerprint, face or PIN). A person who already has a passkey confirms with it, or signs in with a recovery code.',
  request: z.strictObject({ name: passkeyName, credential: registrationCredential }),
  response: z.object({ id }),
  errors: [],
})

export const renamePasskey = peopleCall({
  ...both,
  name: 'renamePasskey',
  path: '/passkeys/{id}/rename',
  browser: true,
  summary: 'Rename a passkey',
  description: 'Names are for you alone.',
  request: z.strictObject({ id, name: passkeyName }),
  response: done,
  errors: ['not_found'],
})

export const removePasskey = peopleCall({
  ...both,
  name: 'removePasskey',
  path: '/passkeys/{id}/remove',
  fresh: true,
  browser: true,
  summary: 'Remove a passkey',
  description:
    'Possible while another passkey, or a password with an authenticator app, remains. Confirm with a passkey, or sign in with a recovery code.',
  request: z.strictObject({ id }),
  response: done,
  errors: ['not_found'],
})

export const setPassword = peopleCall({
  ...both,
  name: 'setPassword',
  path: '/password',
  fresh: true,
  browser: true,
  summary: 'Set or change the password',
  description:
    'At least 12 characters, not a common password, not made of your name. All your other sessions and tokens end. It signs you in together with an authenticator app.',
  request: z.strictObject({ password }),
  response: done,
  errors: [],
})

export const totpOptions = peopleCall({
  ...both,
  name: 'totpOptions',
  path: '/totp/options',
  fresh: true,
  browser: true,
  summary: 'Begin to set up an authenticator app',
  description: 'A new secret. The previous app works until the new one is confirmed.',
  request: empty,
  response: totpOffer,
  errors: [],
})

export const setTotp = peopleCall({
  ...both,
  name: 'setTotp',
  path: '/totp',
  fresh: true,
  browser: true,
  summary: 'Confirm an authenticator app',
  description: 'Confirms the app with its first code.',
  request: totpAnswer,
  response: done,
  errors: [],
})

export const removePassword = peopleCall({
  ...both,
  name: 'removePassword',
  path: '/password/remove',
  fresh: true,
  browser: true,
  summary: 'Remove password and authenticator app',
  description: 'Possible while a passkey remains.',
  request: empty,
  response: done,
  errors: [],
})

export const renewRecoveryCodes = peopleCall({
  ...both,
  name: 'renewRecoveryCodes',
  path: '/recovery-codes',
  fresh: true,
  browser: true,
  summary: 'Make new recovery codes',
  description:
    'The previous codes stop working, and your other sessions that began with one of them end. A person with a passkey confirms with it, or signs in with a recovery code.',
  request: empty,
  response: z.object({ recovery_codes: recoveryCodes }),
  errors: [],
})

export const factorCalls = [
  listFactors,
  passkeyOptions,
  addPasskey,
  renamePasskey,
  removePasskey,
  setPassword,
  totpOptions,
  setTotp,
  removePassword,
  renewRecoveryCodes,
] as const
