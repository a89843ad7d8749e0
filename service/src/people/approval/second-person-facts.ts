import type { AssetCode } from '@specie/protocol/assets.ts'
import { amountText, parseAmount } from '@specie/protocol/money.ts'
import { chosenKinds } from '@specie/protocol/people/approvals/second-person.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, evidence, type Fact, text } from '../../base/facts.ts'
import { approversOf } from './deciders.ts'
import { type Amounts, choicesOf, isPayment, nouns, type SecondPersonPayload } from './second-person.ts'

/** `member.second_person`: the rule before and after; the rules for other acts stay. */
export async function secondPersonFacts(_env: Env, sql: Sql, payload: SecondPersonPayload): Promise<Fact[]> {
  const { institutionid, kind, amounts } = payload
  const chosen = new Map((await choicesOf(sql, institutionid)).map((choice) => [choice.kind, choice.amounts]))
  const before = chosen.get(kind)
  const codes = [...new Set([...Object.keys(before ?? {}), ...Object.keys(amounts ?? {})])].toSorted()
  return [
    text('Rule for', nouns[kind]),
    change('Two people', needed(before), needed(amounts ?? undefined)),
    ...codes.map((asset) => change(`Two people in ${asset}`, above(before, asset), above(amounts ?? undefined, asset))),
    ...chosenKinds
      .filter((other) => other !== kind)
      .map((other) => text(sentence(nouns[other]), ruleOf(chosen.get(other), isPayment(other)), { part: 'unchanged' })),
    evidence(
      text('Who can approve', (await approversOf(sql, institutionid)).map(({ name }) => name).join(', ') || null),
    ),
  ]
}

const sentence = (noun: string): string => noun.charAt(0).toUpperCase() + noun.slice(1)

const needed = (amounts: Amounts | undefined): string => (amounts === undefined ? 'not required' : 'required')

/** The amount from which two people are needed in an asset. */
function above(amounts: Amounts | undefined, asset: string): string {
  if (amounts === undefined) return 'never'
  const limit = amounts[asset]
  return limit === undefined ? 'always' : `above ${amountText(parseAmount(limit, asset as AssetCode))}`
}

function ruleOf(amounts: Amounts | undefined, isMoney: boolean): string {
  if (amounts === undefined) return 'one person'
  const limits = Object.keys(amounts).map((asset) => above(amounts, asset))
  return isMoney && limits.length > 0 ? `two people ${limits.join(', ')}` : 'two people'
}
