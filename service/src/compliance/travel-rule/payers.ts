import type { Ivms101, Names, NaturalName, Person } from '@specie/travel-rule/ivms101/types.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { holdHits } from '../screen-items.ts'
import { named } from '../screening/party.ts'
import { type ScreenedParty, screenParties } from '../screening/screen-parties.ts'
import { type Arrived, inquiriesAbout, otherAmounts } from './announced.ts'
import { partiesOf } from './sealed-data.ts'

// Who pays, as the other provider says. Payers are compared with the lists at the inquiry and again when the coins are here:
// a list may have changed since, and one member of staff who approves an inquiry does not decide a match.

/**
 * The payers and the providers between, by each of their names, also in their own script. Sealed with the key of the
 * institution that is paid.
 */
export function payersIn(
  { originator, originatingVASP, transferPath }: Ivms101,
  institutionId: string,
): ScreenedParty[] {
  const persons = [
    ...originator.originatorPerson,
    ...(originatingVASP ? [originatingVASP.originatingVASP] : []),
    ...(transferPath?.transferPath ?? []).map(({ intermediaryVASP }) => intermediaryVASP),
  ]
  const names = [...namesOf(persons), ...localNamesOf(persons)]
  return [...new Set(names)].map((name) => ({ ...named(name), sealedFor: institutionId }))
}

export const namesOf = (persons: readonly Person[] = []): string[] =>
  persons.flatMap(({ legalPerson, naturalPerson }) => [
    ...(legalPerson?.name.nameIdentifier ?? []).map((one) => one.legalPersonName),
    ...(naturalPerson?.name.nameIdentifier ?? []).map(fullName),
  ])

const localNamesOf = (persons: readonly Person[]): string[] =>
  persons.flatMap(({ legalPerson, naturalPerson }) => [
    ...otherNames(legalPerson?.name).map((one) => one.legalPersonName),
    ...otherNames(naturalPerson?.name).map(fullName),
  ])

const otherNames = <Local>(names: Names<unknown, Local> | undefined): readonly Local[] => [
  ...(names?.localNameIdentifier ?? []),
  ...(names?.phoneticNameIdentifier ?? []),
]

type PersonName = Pick<NaturalName, 'primaryIdentifier' | 'secondaryIdentifier'>

const fullName = ({ secondaryIdentifier, primaryIdentifier }: PersonName): string =>
  [secondaryIdentifier, primaryIdentifier].filter(Boolean).join(' ')

/**
 * Holds each deposit whose payer, by its inquiry, matches a list. Without an approved one (`announced`), by any inquiry about
 * this wallet and coin: a payer who announces another amount is the same payer. Returns the ids of deposits with such a match
 * that people have not cleared.
 */
export async function holdListedPayers(
  env: Env,
  tx: Tx,
  deposits: readonly Arrived[],
  announced: ReadonlySet<string>,
): Promise<Set<string>> {
  const listed = new Set<string>()
  for (const one of deposits) {
    const hits = []
    const listedIn = []
    for (const inquiry of await inquiriesAbout(env, tx, one, announced.has(one.id))) {
      const parties = await partiesOf(env, tx, inquiry)
      if (parties === null) continue
      const { id } = inquiry
      const institutionId = one.institution_id
      const subject = { kind: 'exchange', id, institutionId, parties: payersIn(parties, institutionId) } as const
      const found = (await screenParties(env, tx, [subject])).get(id)!.hits
      if (found.length > 0) listedIn.push(inquiry)
      hits.push(...found)
    }
    if (hits.length === 0) continue
    await holdHits(env, tx, [
      { id: one.id, institution_id: one.institution_id, hits, note: otherAmounts(one, listedIn) },
    ])
    listed.add(one.id)
  }
  return listed
}
