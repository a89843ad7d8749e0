import type { Product } from '@specie/protocol/endpoints/endpoint.ts'
import { audit } from '../../base/audit/audit.ts'
import { isSqlState, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { type By, move, setActor } from '../../base/state-machine/move.ts'
import { agreementMachine } from './row.ts'
import { type AgreementText, currentText } from './texts.ts'
import { dayMs } from '../../base/clock.ts'

export type Sending = { institutionId: string; text: AgreementText; noticeDays: number }

/** The time for signing, and the minimum notice of a month. */
const daysToSign = 60
const daysAfterNotice = 30

/**
 * Sends an agreement to an institution. An active one for the same product stays active until the new one replaces it,
 * or until the notice has ended. Returns its id.
 */
export async function sendAgreement(
  env: Env,
  tx: Tx,
  { institutionId, text, noticeDays }: Sending,
  by: By,
): Promise<string> {
  const { product, version, sha256 } = text
  const settlement = env.clock.settlement().getTime()
  const inDays = (days: number) => new Date(settlement + days * dayMs)
  const [active] = await tx.query<{ id: string; version: string }>(
    `select id, version from onboarding.agreement
     where institution_id = $1 and product = $2 and state = 'active' for update`,
    [institutionId, product],
  )
  if (active?.version === version) throw badRequest('active', 'This version is already active.', 'version')
  const id = env.ids.uuid(by.at)
  const expiresAt = inDays(active ? Math.max(daysToSign, noticeDays + daysAfterNotice) : daysToSign)
  await setActor(tx, by)
  await tx
    .query(
      `insert into onboarding.agreement (id, institution_id, product, version, text_sha256, replaces, expires_at, state,
         created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)`,
      [
        id,
        institutionId,
        product,
        version,
        Buffer.from(sha256, 'hex'),
        active?.id ?? null,
        expiresAt,
        agreementMachine.machine.initial,
        by.at,
      ],
    )
    .catch((error: unknown) => {
      if (isSqlState(error, '23505'))
        throw badRequest('open', 'An agreement for this product is already waiting for a signature.', 'product')
      if (isSqlState(error, '23503')) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
      throw error
    })
  if (active)
    await tx.query('update onboarding.agreement set ends_at = $2 where id = $1', [active.id, inDays(noticeDays)])
  await move(tx, agreementMachine, id, 'send', by)
  const detail = { institutionid: institutionId, product, version, text_sha256: sha256, ...by.from }
  audit(tx, { actor: by.actor, action: 'agreement.sent', subject: id, detail })
  return id
}

/**
 * Sends the newest text of each of these products for which the institution has no agreement yet. A terminated agreement
 * is not sent again; an agreement that was never signed is.
 */
export async function sendMissing(
  env: Env,
  tx: Tx,
  institutionId: string,
  products: readonly Product[],
  by: By,
): Promise<void> {
  const rows = await tx.query<{ product: Product }>(
    `select product from onboarding.agreement where institution_id = $1 and state <> 'expired'`,
    [institutionId],
  )
  const known = new Set(rows.map(({ product }) => product))
  for (const product of products.filter((one) => !known.has(one)))
    await sendAgreement(env, tx, { institutionId, text: currentText(product), noticeDays: daysAfterNotice }, by)
}
