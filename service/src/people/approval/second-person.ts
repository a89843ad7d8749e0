import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText, formatAmount, parseAmount } from '@specie/protocol/money.ts'
import { chosenKinds, type PaymentKind, paymentKinds } from '@specie/protocol/people/approvals/second-person.ts'
import { z } from 'zod'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import type { Description } from '../../base/approvable.ts'
import { findPerson } from '../../directory/person.ts'
import type { By } from '../../base/state-machine/move.ts'
import { readField } from '../../base/http/read-field.ts'
import { readActor } from '../../directory/actor.ts'

// For some actions an institution chooses whether its administrator acts alone or a second person approves. For
// payments it also chooses the amounts up to which no approval is needed.

export type ChosenKind = (typeof chosenKinds)[number]

/** By asset, as decimal numbers. Every payment in an asset that is not listed needs a second person. */
export type Amounts = { readonly [asset: string]: string }

export type Choice = { readonly kind: ChosenKind; readonly amounts: Amounts }

export const choicesOf = (sql: Sql, institutionId: string): Promise<Choice[]> =>
  sql.query<Choice>(
    'select kind, amounts from people.second_person where institution_id = $1 and not is_dropped order by kind',
    [institutionId],
  )

/** The choices, for people. */
export async function secondPersonOf(sql: Sql, institutionId: string) {
  const choices = await choicesOf(sql, institutionId)
  return {
    kinds: choices.map(({ kind }) => kind),
    amounts: choices.flatMap(({ kind, amounts }) =>
      Object.entries(amounts).map(([asset, amount]) => ({
        kind: kind as PaymentKind,
        asset: asset as AssetCode,
        amount,
      })),
    ),
  }
}

export const needsSecondPerson = async (sql: Sql, institutionId: string, kind: ChosenKind): Promise<boolean> =>
  (await choicesOf(sql, institutionId)).some((chosen) => chosen.kind === kind)

/** The payload of `member.second_person`: the new amounts, or null to require no second person. */
export const secondPersonPayload = z.strictObject({
  institutionid: z.string(),
  kind: z.enum(chosenKinds),
  amounts: z.record(z.string(), z.string()).nullable().default(null),
})
export type SecondPersonPayload = z.infer<typeof secondPersonPayload>

/** The amounts in stored form; throws a 400 when malformed. */
export function amountsOf(
  kind: ChosenKind,
  asked: readonly { readonly asset: AssetCode; readonly amount: string }[],
): Amounts {
  if (asked.length > 0 && !isPayment(kind))
    throw badRequest('amounts', 'Only payments have an amount. Leave it out.', 'amounts')
  const amounts = Object.fromEntries(asked.map(({ asset, amount }) => [asset, amountOf(asset, amount)]))
  if (Object.keys(amounts).length === asked.length) return amounts
  throw badRequest('amounts', 'Name every asset once.', 'amounts')
}

export const isPayment = (kind: ChosenKind): kind is PaymentKind => (paymentKinds as readonly string[]).includes(kind)

const amountOf = (asset: AssetCode, text: string): string =>
  readField(
    'amounts',
    () => formatAmount(parseAmount(text, asset)),
    (rule, message, field) => badRequest(rule, `${asset}: ${message}`, field),
  )

/** Whether a second person would be required less often. */
export async function isRaised(sql: Sql, before: Amounts, after: Amounts): Promise<boolean> {
  const [row] = await sql.query<{ raised: boolean }>('select people.amounts_raised($1, $2) as raised', [
    JSON.stringify(before),
    JSON.stringify(after),
  ])
  return row!.raised
}

/** An administrator alone may require a second person more often. */
export async function requireSecondPerson(
  tx: Tx,
  { institutionid, kind, amounts = {} }: { institutionid: string; kind: ChosenKind; amounts?: Amounts },
  by: By,
): Promise<void> {
  await tx.query(
    `insert into people.second_person (institution_id, kind, amounts) values ($1, $2, $3)
     on conflict (institution_id, kind) do update set is_dropped = false, amounts = excluded.amounts`,
    [institutionid, kind, JSON.stringify(amounts)],
  )
  const detail = { kind, ...amountDetail(amounts), ...by.from }
  audit(tx, { actor: by.actor, action: 'second_person.required', subject: institutionid, detail })
}

/** Requiring a second person less often is itself approved by a second person. */
export async function chooseApproved(
  _env: Env,
  tx: Tx,
  { institutionid, kind, amounts }: SecondPersonPayload,
  by: By,
): Promise<void> {
  await assertOwn(tx, institutionid, by)
  if (amounts !== null) return requireSecondPerson(tx, { institutionid, kind, amounts }, by)
  await tx.query('update people.second_person set is_dropped = true where institution_id = $1 and kind = $2', [
    institutionid,
    kind,
  ])
  audit(tx, { actor: by.actor, action: 'second_person.dropped', subject: institutionid, detail: { kind } })
}

export const nouns: { readonly [kind in ChosenKind]: string } = {
  'member.key': 'new API keys',
  'member.address': 'new addresses',
  'member.bank_account': 'new bank accounts',
  'member.withdrawal': 'withdrawals',
  'member.mint': 'mints to external wallets',
}

export const describeChoice = async (_env: Env, _sql: Sql, payload: SecondPersonPayload): Promise<Description> => {
  const { institutionid: institutionId, kind, amounts } = payload
  const title =
    amounts === null
      ? `Require no second approver for ${nouns[kind]}`
      : `Require a second approver for ${nouns[kind]} only above ${amountsText(amounts)}`
  return { title, institutionId }
}

const amountsText = (amounts: Amounts): string =>
  Object.entries(amounts)
    .map(([asset, amount]) => amountText(parseAmount(amount, asset as AssetCode)))
    .join(' or ')

const amountDetail = (amounts: Amounts) => {
  const texts = Object.entries(amounts).map(([asset, amount]) => `${amount} ${asset}`)
  return texts.length === 0 ? {} : { up_to: texts }
}

/** Throws unless the approving person belongs to the institution that the payload names. */
export async function assertOwn(tx: Tx, institutionId: string, { actor }: By): Promise<void> {
  const named = readActor(actor)
  const person = named?.kind === 'person' ? await findPerson(tx, named.id) : null
  if (person?.institutionId !== institutionId) throw new ApiError('approval_refused', { reason: 'other_institution' })
}
