import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, code, evidence, type Fact, text, thing, time, words } from '../../base/facts.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionName } from '../../directory/institutions.ts'
import type { CheckedAccount } from './register.ts'

// Bank accounts of institutions for the people who decide on them.

/** `member.bank_account`: an institution's own request. */
export async function bankAccountFacts(_env: Env, sql: Sql, account: CheckedAccount): Promise<Fact[]> {
  const { institutionid, label, currency, identifier, name, confirmation, accepted } = account
  const others = await sql.query<{ label: string; identifier: string }>(
    `select label, identifier from destinations.bank_account
     where institution_id = $1 and currency = $2 and disabled_at is null order by created_at`,
    [institutionid, currency],
  )
  const same = others.find((one) => one.identifier === identifier)
  return [
    text('Label', label),
    code('Account', identifier),
    text('Currency', currency),
    text('Owner of the account', name),
    text('Outcome', accepted ? 'Payouts can go to it at once.' : 'Our staff must first decide whether it is yours.', {
      part: 'effect',
    }),
    evidence(text('Registered name of your institution', await institutionName(sql, institutionid))),
    evidence(answerFact(confirmation?.result ?? null, confirmation?.name ?? null)),
    evidence(text('This account is already', same ? `«${same.label}»` : null)),
    text('Other accounts in this currency', others.map((one) => one.label).join(', ') || null, { part: 'unchanged' }),
  ]
}

/** The bank's answer about the name. */
const answerFact = (result: string | null, name: string | null): Fact =>
  text('The bank’s answer about the name', result === null ? 'not asked: only for GBP' : words(result), {
    note: name === null ? null : `the bank knows it as ${name}`,
  })

type Stored = {
  institution_id: string
  label: string
  currency: string
  identifier: string
  name: string
  confirmation: string | null
  confirmed_name: string | null
  accepted: boolean
  disabled_at: Date | null
  created_at: Date
}

/** `bank_account.clear`: for our staff. */
export async function clearingFacts(
  _env: Env,
  sql: Sql,
  { accountid: id }: PayloadOf<'bank_account.clear'>,
): Promise<Fact[]> {
  const [found] = await sql.query<Stored>('select * from destinations.bank_account where id = $1', [id])
  if (!found) return [text('Bank account', 'not found')]
  const institution = await institutionFact(sql, found.institution_id)
  const { label, identifier, currency, name, confirmation, confirmed_name, accepted, disabled_at, created_at } = found
  const state = disabled_at === null ? (accepted ? 'can be paid' : 'cannot be paid') : 'removed'
  return [
    institution,
    thing('Label', label, 'bank_account', id),
    code('Account', identifier),
    text('Currency', currency),
    text('Owner of the account', name),
    time('Added', created_at),
    change('Payouts', state, 'can be paid'),
    evidence(text('Registered name of the institution', institution.value)),
    evidence(answerFact(confirmation, confirmed_name)),
  ]
}
