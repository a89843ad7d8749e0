import type { LimitLeft } from '@specie/protocol/fields.ts'
import { limitedProductWords } from '@specie/protocol/limits.ts'
import { type Amount, formatAmount, parseAmount } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, counted, type Fact, text } from '../../base/facts.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { readField } from '../../base/http/read-field.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { limitsOf } from './left.ts'

// Two people set limits of an institution. The database compares each with what they approved (assert_limit_agreed).

type Limits = PayloadOf<'limit.set'>
type Limit = Limits['limits'][number]

export async function setLimits(
  _env: Env,
  tx: Tx,
  { institutionid, limits }: Limits,
  by: ApprovalActor,
): Promise<void> {
  const known = await institutionNames(tx, [institutionid])
  if (!known.has(institutionid)) throw new ApiError('not_found', { id: institutionid })
  assertOnce(limits)
  for (const limit of limits) {
    const { product, asset, period } = limit
    await tx.query(
      `insert into compliance.limit_rule (institution_id, product, asset, period, amount, set_at)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (institution_id, product, asset, period) do update set amount = excluded.amount, set_at = excluded.set_at`,
      [institutionid, product, asset, period, amountOf(limit)?.minor ?? null, by.at],
    )
  }
  const set = limits.map((limit) => `${nameOf(limit)}: ${limit.amount ?? 'none'}`)
  const detail = { limits: set, maker: by.maker, checker: by.checker }
  audit(tx, { actor: by.actor, action: 'limit.set', subject: institutionid, detail })
}

/** With trailing zeros and the decimals of its asset. */
const amountOf = ({ asset, amount }: Limit): Amount | null =>
  amount === null
    ? null
    : readField(
        'limits',
        () => parseAmount(amount, asset),
        (rule, message) => badRequest(rule, message, 'limits'),
      )

const nameOf = ({ product, asset, period }: Pick<Limit, 'product' | 'asset' | 'period'>): string =>
  `${limitedProductWords[product]} in ${asset} in a ${period}`

function assertOnce(limits: readonly Limit[]): void {
  const names = limits.map(nameOf)
  const twice = names.find((name, n) => names.indexOf(name) < n)
  if (twice !== undefined) throw badRequest('unique', `The limit of ${twice} is named twice. Name it once.`, 'limits')
}

export async function describeLimits(_env: Env, sql: Sql, { institutionid, limits }: Limits): Promise<Description> {
  const name = (await institutionNames(sql, [institutionid])).get(institutionid) ?? 'an institution'
  const only = limits.length === 1 ? `the limit of ${nameOf(limits[0]!)}` : counted(limits.length, 'limit')
  return { title: `Set ${only} for ${name}`, institutionId: institutionid }
}

export async function limitFacts(_env: Env, sql: Sql, { institutionid, limits }: Limits): Promise<Fact[]> {
  const current = await limitsOf(sql, institutionid)
  return [
    await institutionFact(sql, institutionid),
    ...limits.map((limit) =>
      limitFact(
        limit,
        current.find((one) => isSame(one, limit)),
      ),
    ),
    text('Outcome', 'Applies to each later request. What is accepted already continues.', { part: 'effect' }),
  ]
}

const isSame = (one: LimitLeft, { product, asset, period }: Limit): boolean =>
  one.product === product && one.asset === asset && one.limit === period

function limitFact(limit: Limit, now: LimitLeft | undefined): Fact {
  const { asset } = limit
  const words = (amount: string | null | undefined) => (amount ? `${amount} ${asset}` : 'no limit')
  const after = amountOf(limit)
  const note = now === undefined ? null : `${now.left} ${asset} left of the current limit`
  const name = nameOf(limit)
  const label = `${name.charAt(0).toUpperCase()}${name.slice(1)}`
  return change(label, words(now?.amount), words(after && formatAmount(after)), { note })
}
