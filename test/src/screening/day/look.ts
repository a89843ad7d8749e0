import type { Operation } from '../../chaos/facts.ts'
import { rowsOf } from '../../chaos/lists.ts'
import { thingsOf } from '../../chaos/operations.ts'
import type { Day } from './open.ts'
import type { Decision, Item, Trouble } from './plan.ts'
import { nameOf, type Sent } from './send.ts'

// What became of each item, by the lists of its institution.

export type Outcome = Sent & { readonly operation: Operation }

const wanted = ['deposits', 'supplychanges', 'withdrawals', 'rails', 'payments'] as const

/** Each item with its operation; an item without one, or with several, is a problem. */
export async function outcomesOf(day: Day, sent: readonly Sent[]): Promise<{ found: Outcome[]; problems: string[] }> {
  const operations: Operation[] = []
  for (const { one } of day.houses) operations.push(...thingsOf(await rowsOf(day, one, wanted)))
  const byName = Map.groupBy(operations, nameOf)
  const found: Outcome[] = []
  const problems: string[] = []
  for (const one of sent) {
    const own = byName.get(one.name) ?? []
    if (own.length === 1) found.push({ ...one, operation: own[0]! })
    else problems.push(`${own.length} operations of ${textOf(one.item)}`)
  }
  return { found, problems }
}

export const textOf = ({ number, kind, trouble, party }: Item): string =>
  `item ${number}, a ${kind} with the trouble ${trouble ?? 'none'}${party === null ? '' : ` (${party})`}`

type End = Operation['end']

/** A payment that was returned has ended, but its coins have not arrived. */
const endOf = ({ end, status }: Operation): End => (status === 'returned' ? 'undone' : end)

/** Before anyone has decided anything. `held`: it is open, and held. */
const expected: { readonly [trouble in Trouble | 'none']: readonly (End | 'held')[] } = {
  none: ['done'],
  'listed sender': ['held'],
  'listed wallet': ['held'],
  'listed holder': ['held'],
  'listed payer': ['held'],
  'listed director': ['held'],
  'director is listed later': ['done', 'held'],
  'provider rejects': ['undone'],
  'provider is silent': ['held', 'undone'],
}

/** Items that are neither where they shall wait nor at their end. */
export const unexpected = (found: readonly Outcome[]): string[] =>
  found.flatMap(({ item, operation }) => {
    const is = operation.status === 'held' ? 'held' : endOf(operation)
    const shall = expected[item.trouble ?? 'none']
    return shall.includes(is) ? [] : [`${textOf(item)} is ${operation.status}, not ${shall.join(' or ')}`]
  })

/** Items of whose end people or a provider have decided otherwise. */
export const decidedOtherwise = (found: readonly Outcome[], decisions: ReadonlyMap<string, Decision>): string[] =>
  found.flatMap(({ item, operation }) => {
    const decision = item.party === null ? null : decisions.get(item.party)!
    const isRefused = decision === 'reject' || item.trouble?.startsWith('provider') === true
    // Some were paid before the director was listed.
    const mayBePaid = !isRefused || item.trouble === 'director is listed later'
    const shall: End[] = [...(isRefused ? (['undone'] as const) : []), ...(mayBePaid ? (['done'] as const) : [])]
    if (shall.includes(endOf(operation))) return []
    // Staff credit a payment that was converted before its director was listed.
    if (item.kind === 'payment' && mayBePaid && operation.status === 'held') return []
    return [`${textOf(item)} is ${operation.status} after ${decision ?? 'no decision'}, not ${shall.join(' or ')}`]
  })
