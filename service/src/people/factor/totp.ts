import { Secret, TOTP } from 'otpauth'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { open, seal } from '../../base/sealed.ts'
import type { Person } from '../../directory/person.ts'

// Codes of an authenticator app (RFC 6238): SHA-1, six digits, thirty seconds, one step to either side. Each code works once.

const period = 30
const secretBytes = 20

const totpOf = (secret: Uint8Array, label = ''): TOTP =>
  new TOTP({
    issuer: 'Specie',
    label,
    algorithm: 'SHA1',
    digits: 6,
    period,
    secret: new Secret({ buffer: new Uint8Array(secret).buffer }),
  })

/** The step of a currently valid code; null if it is wrong. */
function stepOf(env: Env, secret: Uint8Array, code: string): number | null {
  const timestamp = env.clock.now().getTime()
  const delta = totpOf(secret).validate({ token: code, timestamp, window: 1 })
  return delta === null ? null : Math.floor(timestamp / 1_000 / period) + delta
}

/** The code of a secret at that time, as the app shows it. */
export const codeAt = (secret: string, at: Date): string =>
  totpOf(new Uint8Array(Secret.fromBase32(secret).buffer)).generate({ timestamp: at.getTime() })

const key = ({ config }: Env): Buffer => {
  if (config.personalDataKey === null) throw new Error('PERSONAL_DATA_KEY is not set')
  return config.personalDataKey
}
const setupContext = (personId: string): string => `totp setup of ${personId}`
const storedContext = (personId: string): string => `totp of ${personId}`

export type TotpOffer = { secret: string; uri: string; setup: string }

/** A new secret. Nothing is stored: the client returns the sealed secret with the first code. */
export function offerTotp(env: Env, person: Pick<Person, 'id' | 'email'>): TotpOffer {
  const secret = env.ids.secret(secretBytes)
  const totp = totpOf(secret, person.email)
  const setup = seal(key(env), setupContext(person.id), secret).toString('base64url')
  return { secret: totp.secret.base32, uri: totp.toString(), setup }
}

export type ConfirmedTotp = { readonly sealed: Buffer; readonly step: number }

/** The offered secret, if this is a code of it. */
export function confirmTotp(env: Env, personId: string, given: { setup: string; code: string }): ConfirmedTotp {
  const secret = offeredSecret(env, personId, given.setup)
  const step = stepOf(env, secret, given.code)
  if (step === null)
    throw badRequest('code', 'The code is not the current one. Check the clock of your device.', 'totp.code')
  return { sealed: seal(key(env), storedContext(personId), secret), step }
}

function offeredSecret(env: Env, personId: string, setup: string): Buffer {
  try {
    return open(key(env), setupContext(personId), Buffer.from(setup, 'base64url'))
  } catch (error) {
    env.log.info({ err: error }, 'the setup of an authenticator app was not made by this service')
    throw badRequest('setup', 'Send `setup` unchanged, as it was issued to this person.', 'totp.setup')
  }
}

export async function storeTotp(tx: Tx, personId: string, { sealed, step }: ConfirmedTotp, at: Date): Promise<void> {
  await tx.query(
    `insert into people.totp (person_id, sealed_secret, confirmed_at, last_step, updated_at) values ($1, $2, $3, $4, $3)
     on conflict (person_id) do update set sealed_secret = excluded.sealed_secret, confirmed_at = excluded.confirmed_at,
       last_step = excluded.last_step, updated_at = excluded.updated_at`,
    [personId, sealed, at, step],
  )
}

/** The stored authenticator app of a person; null if they have none. */
export type StoredTotp = { readonly sealed: Buffer; readonly lastStep: bigint }

/**
 * The step of an unused code; null if it is wrong, or was used before. A person without an app takes the same work.
 */
export function unusedStep(env: Env, personId: string, stored: StoredTotp | null, code: string): number | null {
  const secret = stored === null ? env.ids.secret(secretBytes) : open(key(env), storedContext(personId), stored.sealed)
  const step = stepOf(env, secret, code)
  return stored !== null && step !== null && step > stored.lastStep ? step : null
}

/** Uses up a code: false when it is wrong, or was used before. */
export async function useTotp(env: Env, tx: Tx, personId: string, code: string): Promise<boolean> {
  const step = unusedStep(env, personId, await totpOfPerson(tx, personId), code)
  if (step === null) return false
  const used = await tx.query(
    'update people.totp set last_step = $2 where person_id = $1 and last_step < $2 returning person_id',
    [personId, step],
  )
  return used.length > 0
}

export async function totpOfPerson(sql: Sql, personId: string): Promise<StoredTotp | null> {
  const [row] = await sql.query<StoredTotp>(
    `select sealed_secret as sealed, last_step as "lastStep" from people.totp
     where person_id = $1 and confirmed_at is not null`,
    [personId],
  )
  return row ?? null
}
