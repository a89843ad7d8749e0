import { audit } from '../../base/audit/audit.ts'
import { isSqlState } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type By, setActor } from '../../base/state-machine/move.ts'
import { hashOfToken } from '../session/session.ts'
import { lifetimeMs } from './link.ts'

// The first two staff of a new installation. An administrator, who requests, and an MLRO, who approves, can give every
// other role in the ordinary way (docs/adr/0046-people-sign-in.md).

const firstRoles = [['admin'], ['mlro']] as const

export type Newcomer = { email: string; name: string }
export type FirstStaff = Newcomer & { id: string; roles: readonly string[]; token: string }

/** Creates them with a link each; null if the installation has ever had staff. */
export async function bootstrapStaff(
  env: Env,
  newcomers: readonly [Newcomer, Newcomer],
  by: By,
): Promise<FirstStaff[] | null> {
  const first = newcomers.map(({ email, name }, i) => ({
    id: env.ids.uuid(by.at),
    email: email.toLowerCase(),
    name,
    roles: firstRoles[i]!,
    token: env.ids.secret(32).toString('base64url'),
  }))
  const rows = first.map(({ token, ...person }) => ({
    ...person,
    link: env.ids.uuid(by.at),
    token_hash: hashOfToken(token).toString('hex'),
  }))
  const created = env.db.tx(async (tx) => {
    await setActor(tx, by)
    const expiresAt = new Date(by.at.getTime() + lifetimeMs.invitation)
    await tx.query('select people.bootstrap($1, $2, $3)', [JSON.stringify(rows), by.at, expiresAt])
    for (const { id, roles } of first)
      audit(tx, { actor: by.actor, action: 'staff.bootstrapped', subject: id, detail: { roles: [...roles] } })
    return first
  })
  return created.catch((error: unknown) => {
    if (isSqlState(error, '23514') && (error as { constraint?: string }).constraint === 'first_staff') return null
    throw error
  })
}
