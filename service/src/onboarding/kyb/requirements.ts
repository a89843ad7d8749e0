import {
  type DocumentKind,
  entity as entityFields,
  type EntityDraft,
  type KybRole,
  personRoles,
  type Requirement,
} from '@specie/protocol/onboarding/kyb.ts'
import { dayMs } from '../../base/clock.ts'

// The requirements of an institution, as data: portal, console and API show this list, and a case can be submitted when
// none of them is due. Pure: facts in, list out.

export type RequirementFacts = {
  state: string
  entity: EntityDraft
  persons: readonly { id: string; roles: readonly KybRole[] }[]
  documents: readonly { kind: DocumentKind; personId: string | null; expiresOn: string | null }[]
  requests: readonly { id: string; dueAt: Date; answeredAt: Date | null }[]
  /** Enhanced due diligence was found necessary. */
  edd: boolean
  /** The current periodic review, and whether the institution has confirmed its data. */
  review: { deadline: Date; confirmed: boolean } | null
  /** Settlement time. */
  at: Date
}

type Need = Pick<Requirement, 'code' | 'why'> & Partial<Requirement>

/** A document that expires within this time is required again. */
const renewalMs = 60 * dayMs

/** While staff review a case, submitted data is being checked. */
const checking = new Set(['submitted', 'screening', 'edd_required', 'in_review'])

export function requirementsOf(facts: RequirementFacts): Requirement[] {
  return [
    ...entityNeeds(facts),
    ...personNeeds(facts),
    ...documentNeeds(facts),
    ...requestNeeds(facts),
    ...reviewNeeds(facts),
  ]
}

/** The requirements that block the submission of a case. */
export const isOpen = ({ state }: Requirement): boolean => state === 'due' || state === 'past_due'

const requirement = (need: Need): Requirement => ({
  state: 'due',
  person_id: null,
  request_id: null,
  deadline: null,
  accepts: [],
  ...need,
})

const satisfiedState = ({ state }: RequirementFacts): 'met' | 'being_checked' =>
  checking.has(state) ? 'being_checked' : 'met'

const optionalFields = new Set(['trading_name', 'lei', 'without_owner'])

function entityNeeds(facts: RequirementFacts): Requirement[] {
  const names = Object.keys(entityFields.shape).filter((name) => !optionalFields.has(name))
  return names.map((name) =>
    requirement({
      code: `entity.${name}`,
      state: name in facts.entity ? satisfiedState(facts) : 'due',
      why: 'Every institution describes itself and its business.',
    }),
  )
}

const whyPerson: { readonly [role in KybRole]: string } = {
  owner: 'Every holder of 25 % or more is named; `without_owner` says that there is none.',
  director: 'At least one person directs the institution.',
  signatory: 'At least one person signs for the institution.',
}

function personNeeds(facts: RequirementFacts): Requirement[] {
  const isNamed = (role: KybRole) => facts.persons.some(({ roles }) => roles.includes(role))
  // A listed company or a foundation may have no such owner.
  return personRoles
    .filter((role) => role !== 'owner' || !facts.entity.without_owner)
    .map((role) =>
      requirement({
        code: `person.${role}`,
        state: isNamed(role) ? satisfiedState(facts) : 'due',
        why: whyPerson[role],
      }),
    )
}

type DocumentNeed = { code: string; accepts: DocumentKind[]; why: string; applies?(facts: RequirementFacts): boolean }

const companyDocuments: readonly DocumentNeed[] = [
  { code: 'registry_extract', accepts: ['registry_extract'], why: 'The register confirms that the company exists.' },
  { code: 'articles', accepts: ['articles'], why: 'The articles name the people who may act for the company.' },
  {
    code: 'ownership',
    accepts: ['ownership_chart', 'registry_extract'],
    why: 'A document shows the owners, with intermediate companies.',
    applies: ({ persons }) => persons.some(({ roles }) => roles.includes('owner')),
  },
  {
    code: 'source_of_funds',
    accepts: ['source_of_funds', 'financial_statements', 'bank_statement'],
    why: 'A document shows the source of funds.',
  },
  {
    code: 'licence',
    accepts: ['licence'],
    why: 'A document shows the licence that the institution has named.',
    applies: ({ entity }) => (entity.licences?.length ?? 0) > 0,
  },
  {
    code: 'source_of_wealth',
    accepts: ['source_of_wealth', 'financial_statements'],
    why: 'A document shows the origin of the owners’ wealth.',
    applies: ({ edd }) => edd,
  },
]

const personDocuments: readonly DocumentNeed[] = [
  { code: 'identity', accepts: ['passport', 'identity_card'], why: 'A document identifies each person.' },
  {
    code: 'residence',
    accepts: ['proof_of_address', 'bank_statement'],
    why: 'A document shows the residence of each person.',
    applies: ({ edd }) => edd,
  },
]

function documentNeeds(facts: RequirementFacts): Requirement[] {
  const due = (needs: readonly DocumentNeed[]) => needs.filter(({ applies }) => applies?.(facts) ?? true)
  return [
    ...due(companyDocuments).map((need) => documentNeed(facts, need, null)),
    ...facts.persons.flatMap(({ id }) => due(personDocuments).map((need) => documentNeed(facts, need, id))),
  ]
}

/** The document that lasts longest counts. */
function documentNeed(
  facts: RequirementFacts,
  { code, accepts, why }: DocumentNeed,
  personId: string | null,
): Requirement {
  const need = { code: `document.${code}`, accepts, why, person_id: personId }
  const given = facts.documents.filter(({ kind, personId: whose }) => accepts.includes(kind) && whose === personId)
  if (given.length === 0) return requirement(need)
  if (given.some(({ expiresOn }) => expiresOn === null)) return requirement({ ...need, state: satisfiedState(facts) })
  const ends = new Date(Math.max(...given.map(({ expiresOn }) => Date.parse(`${expiresOn}T23:59:59.999Z`))))
  const left = ends.getTime() - facts.at.getTime()
  const state = left < 0 ? 'past_due' : left < renewalMs ? 'later' : satisfiedState(facts)
  return requirement({ ...need, state, deadline: ends.toISOString() })
}

function requestNeeds({ requests, at }: RequirementFacts): Requirement[] {
  return requests.map(({ id, dueAt, answeredAt }) =>
    requirement({
      code: 'information',
      request_id: id,
      state: answeredAt !== null ? 'met' : dueAt < at ? 'past_due' : 'due',
      deadline: dueAt.toISOString(),
      why: 'Staff have requested this.',
    }),
  )
}

function reviewNeeds({ review, at }: RequirementFacts): Requirement[] {
  if (review === null) return []
  const { confirmed, deadline } = review
  return [
    requirement({
      code: 'review.confirm',
      state: confirmed ? 'being_checked' : deadline <= at ? 'past_due' : 'due',
      deadline: deadline.toISOString(),
      why: 'A periodic review requires a confirmation of all data, including unchanged data.',
    }),
  ]
}
