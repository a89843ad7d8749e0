import type { Env } from '../../base/env.ts'

// Values for a passkey to sign, and states of a single sign-on: random, short-lived, used once.

export const challengeMs = 5 * 60_000

export type Challenge = {
  readonly purpose: string
  readonly personId: string | null
  readonly subject?: string
  readonly value?: Buffer
}

/** `value`: the value to sign, if it is not just random. */
export async function newChallenge(env: Env, { purpose, personId, subject, ...given }: Challenge): Promise<Buffer> {
  const value = given.value ?? env.ids.secret(32)
  const at = env.clock.now()
  await env.db.query('delete from people.challenge where expires_at < $1', [at])
  await env.db.query(
    'insert into people.challenge (value, purpose, person_id, subject, expires_at) values ($1, $2, $3, $4, $5)',
    [value, purpose, personId, subject ?? null, new Date(at.getTime() + challengeMs)],
  )
  return value
}

/**
 * Removes a challenge, so that it is answered once: null if it is missing, has expired, or was made for another
 * purpose or person. Commits by itself: a wrong answer uses it up too.
 */
export async function takeChallenge(
  env: Env,
  value: Uint8Array,
  { purpose, personId }: Pick<Challenge, 'purpose' | 'personId'>,
): Promise<{ subject: string | null } | null> {
  const [taken] = await env.db.query<{ subject: string | null }>(
    `delete from people.challenge
     where value = $1 and purpose = $2 and person_id is not distinct from $3 and expires_at > $4 returning subject`,
    [value, purpose, personId, env.clock.now()],
  )
  return taken ?? null
}
