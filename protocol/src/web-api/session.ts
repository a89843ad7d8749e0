import { z } from 'zod'
import { isoTime } from '../fields.ts'
import { peopleCall } from './call.ts'
import {
  assertionCredential,
  code,
  creationOptions,
  done,
  email,
  id,
  listed,
  password,
  personName,
  personView,
  recoveryCodes,
  registrationCredential,
  requestOptions,
  sessionView,
  side,
  totpAnswer,
  totpOffer,
} from './fields.ts'

// Signing in and out, links, and sessions: calls about the person only, the same for institutions and staff.

const both = { where: 'both', method: 'POST', tag: 'Sign-in' } as const
const empty = z.strictObject({})
const clearance = z.object({
  kyb: z.string().nullable().meta({ description: 'The state of the KYB case.' }),
  agreements: z.array(z.string()).meta({ description: 'The products whose agreement is active.' }),
})
const oneRecoveryCode = z.string().min(1).max(40)
const recoveryCode = oneRecoveryCode.meta({ description: 'A recovery code in place of the authentication code.' })

const signedIn = z.object({
  person: z.object({ ...personView, side, institutionid: z.string().nullable() }),
  session: z.object({ id, method: z.string(), factor_at: isoTime, expires_at: isoTime }),
})

export const passkeySignInOptions = peopleCall({
  ...both,
  name: 'passkeySignInOptions',
  path: '/sign-in/passkey/options',
  act: 'anyone',
  summary: 'Begin to sign in with a passkey',
  description: 'The challenge works once, for five minutes.',
  request: empty,
  response: requestOptions,
  errors: [],
})

export const passkeySignIn = peopleCall({
  ...both,
  name: 'passkeySignIn',
  path: '/sign-in/passkey',
  act: 'anyone',
  summary: 'Sign in with a passkey',
  description: 'Sets the session cookie. An earlier session of the browser ends.',
  request: z.strictObject({ credential: assertionCredential }),
  response: signedIn,
  errors: ['sign_in_failed'],
})

export const passwordSignIn = peopleCall({
  ...both,
  name: 'passwordSignIn',
  path: '/sign-in/password',
  act: 'anyone',
  summary: 'Sign in with password and code',
  description:
    'The answer is the same for a wrong password, a wrong code and an unknown name. After five failures the next attempt must wait, from a second up to fifteen minutes.',
  request: z
    .strictObject({ email, password, code: code.optional(), recovery_code: recoveryCode.optional() })
    .refine((fields) => (fields.code === undefined) !== (fields.recovery_code === undefined), {
      message: 'send either code or recovery_code',
      path: ['code'],
    }),
  response: signedIn,
  errors: ['sign_in_failed'],
})

export const recoverySignIn = peopleCall({
  ...both,
  name: 'recoverySignIn',
  path: '/sign-in/recovery',
  act: 'anyone',
  summary: 'Sign in with two recovery codes',
  description:
    'For a person without a password who has lost every passkey. Both codes are used up, and all other sessions end. Add a passkey next. The answer is the same for wrong codes, an unknown name and a person with a password. For a person whose role needs two people, two people must reset the sign-in (`two_people`).',
  request: z.strictObject({
    email,
    recovery_code: oneRecoveryCode,
    second_code: oneRecoveryCode.meta({ description: 'Another of the ten codes.' }),
  }),
  response: signedIn,
  errors: ['sign_in_failed'],
})

export const oidcSignIn = peopleCall({
  ...both,
  where: 'console',
  name: 'oidcSignIn',
  path: '/sign-in/oidc',
  act: 'anyone',
  summary: 'Begin single sign-on',
  description: 'Staff only, if OIDC_ISSUER is set. Send the browser to `url`; it returns to /console/sign-in.',
  request: empty,
  response: z.object({ url: z.string() }),
  errors: ['not_found'],
})

export const oidcSignInFinish = peopleCall({
  ...both,
  where: 'console',
  name: 'oidcSignInFinish',
  path: '/sign-in/oidc/finish',
  act: 'anyone',
  summary: 'Finish single sign-on',
  description: 'With the query of the address to which the issuer returned the browser. Works once, in that browser.',
  request: z.strictObject({
    code: z.string().min(1).max(2000),
    state: z.string().min(1).max(200),
    iss: z.string().max(500).optional(),
  }),
  response: signedIn,
  errors: ['not_found', 'sign_in_failed'],
})

const linkToken = z
  .string()
  .regex(/^[\w-]{43}(\.[\w-]{43})?$/, 'the token of a link')
  .meta({ description: 'For a link in two halves: both halves, with a dot between them.' })

export const linkOptions = peopleCall({
  ...both,
  name: 'linkOptions',
  path: '/link/options',
  act: 'anyone',
  summary: 'Open an invitation or a recovery link',
  description: 'Its addressee, and the data to set up a passkey, or a password with an authenticator app.',
  request: z.strictObject({ token: linkToken }),
  response: z.object({
    purpose: z.enum(['invitation', 'recovery']),
    name: z.string(),
    email: z.string(),
    expires_at: isoTime,
    passkey: creationOptions.nullable().meta({ description: 'Null if this address cannot have passkeys.' }),
    totp: totpOffer,
  }),
  errors: [],
})

export const linkAccept = peopleCall({
  ...both,
  name: 'linkAccept',
  path: '/link/accept',
  act: 'anyone',
  summary: 'Accept an invitation, or use a recovery link',
  description: 'Send `passkey`, or `password` and `totp`. Works once. A recovery link removes all previous factors.',
  request: z
    .strictObject({
      token: linkToken,
      passkey: z
        .strictObject({ name: z.string().trim().min(1).max(64), credential: registrationCredential })
        .optional(),
      password: password.optional(),
      totp: totpAnswer.optional(),
    })
    .refine(({ password: secret, totp }) => (secret === undefined) === (totp === undefined), {
      message: '`password` and `totp` belong together',
      path: ['totp'],
    })
    .refine(({ passkey, totp }) => passkey !== undefined || totp !== undefined, {
      message: 'send `passkey`, or `password` and `totp`',
      path: ['passkey'],
    }),
  response: signedIn.extend({ recovery_codes: recoveryCodes }),
  errors: [],
})

export const me = peopleCall({
  ...both,
  name: 'me',
  method: 'GET',
  path: '/me',
  act: 'self',
  summary: 'The signed-in person',
  description: 'The person with today’s roles, and the session.',
  request: empty,
  response: signedIn,
  errors: [],
})

export const currentSession = peopleCall({
  ...both,
  name: 'currentSession',
  method: 'GET',
  path: '/session',
  act: 'anyone',
  summary: 'The signed-in person, if any',
  description: 'For a page that may need a sign-in. Without a session all fields are null.',
  request: empty,
  response: z.object({
    person: signedIn.shape.person.nullable(),
    session: signedIn.shape.session.nullable(),
    clearance: clearance.nullable().meta({ description: 'The clearance of the person’s institution; null for staff.' }),
    changes: z.string().nullable().meta({ description: 'The cursor for `changes`, from before this answer.' }),
  }),
  errors: [],
})

export const renameMe = peopleCall({
  ...both,
  name: 'renameMe',
  path: '/me',
  act: 'self',
  summary: 'Change your name',
  description: 'Roles and email are changed by an administrator.',
  request: z.strictObject({ name: personName }),
  response: done,
  errors: [],
})

export const stepUpPasskeyOptions = peopleCall({
  ...both,
  name: 'stepUpPasskeyOptions',
  path: '/session/step-up/passkey/options',
  act: 'self',
  browser: true,
  summary: 'Begin to confirm with a passkey',
  description: 'For calls that answer `fresh_factor_required`.',
  request: empty,
  response: requestOptions,
  errors: [],
})

export const stepUpPasskey = peopleCall({
  ...both,
  name: 'stepUpPasskey',
  path: '/session/step-up/passkey',
  act: 'self',
  browser: true,
  summary: 'Confirm with a passkey',
  description:
    'The session gets a new cookie and is fresh for five minutes; the old cookie ends. The end of the session does not change. Tokens stay unchanged. For a fresh factor, make a new token.',
  request: z.strictObject({ credential: assertionCredential }),
  response: signedIn,
  errors: ['sign_in_failed'],
})

export const stepUpPassword = peopleCall({
  ...both,
  name: 'stepUpPassword',
  path: '/session/step-up/password',
  act: 'self',
  browser: true,
  summary: 'Confirm with password and code',
  description: 'It has the same effect as the confirmation with a passkey.',
  request: z.strictObject({ password, code }),
  response: signedIn,
  errors: ['sign_in_failed'],
})

export const signOut = peopleCall({
  ...both,
  name: 'signOut',
  path: '/session/sign-out',
  act: 'self',
  summary: 'Sign out',
  description: 'Ends this session and its tokens, or revokes the token of the call.',
  request: empty,
  response: done,
  errors: [],
})

export const listSessions = peopleCall({
  ...both,
  name: 'listSessions',
  method: 'GET',
  path: '/sessions',
  act: 'self',
  summary: 'Your sessions and tokens',
  description: 'Active ones, newest first.',
  request: empty,
  response: z.object({ items: z.array(sessionView), ...listed }),
  errors: [],
})

export const revokeSession = peopleCall({
  ...both,
  name: 'revokeSession',
  path: '/sessions/{id}/revoke',
  act: 'self',
  summary: 'End a session or a token of yours',
  description: 'Its next call is answered `not_signed_in`. The tokens of a session end with it.',
  request: z.strictObject({ id }),
  response: done,
  errors: ['not_found'],
})

export const revokeOtherSessions = peopleCall({
  ...both,
  name: 'revokeOtherSessions',
  path: '/sessions/revoke-others',
  act: 'self',
  summary: 'End all your other sessions and tokens',
  description: 'All but the current one. A calling token ends with its session.',
  request: empty,
  response: z.object({ ended: z.int() }),
  errors: [],
})

export const sessionCalls = [
  passkeySignInOptions,
  passkeySignIn,
  passwordSignIn,
  recoverySignIn,
  oidcSignIn,
  oidcSignInFinish,
  linkOptions,
  linkAccept,
  me,
  currentSession,
  renameMe,
  stepUpPasskeyOptions,
  stepUpPasskey,
  stepUpPassword,
  signOut,
  listSessions,
  revokeSession,
  revokeOtherSessions,
] as const
