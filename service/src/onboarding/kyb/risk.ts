import type { Product } from '@specie/protocol/endpoints/endpoint.ts'
import type { Activity, Channel, EntityDraft, KybPerson, RiskClass } from '@specie/protocol/onboarding/kyb.ts'

// The risk of an institution: weighted factors, from 0 to 100 each. This file has all parameters.

export type RiskFacts = {
  entity: EntityDraft
  persons: readonly Pick<KybPerson, 'nationality' | 'residence' | 'chain' | 'politically_exposed'>[]
  channel: Channel
  /** Matches with watchlists. */
  hits: number
}

export type RiskPart = { factor: Factor; value: string; risk: number; weight: number; points: number }
export type Risk = { score: number; class: RiskClass; edd: boolean; parts: RiskPart[]; reasons: string[] }

/** Percent of the score. */
const weights = { country: 35, ownership: 20, activity: 25, product: 10, channel: 10 } as const
type Factor = keyof typeof weights

const mediumFrom = 35
/** From this score on the class is high, and enhanced due diligence is required. */
const highFrom = 60

/** Months between periodic reviews. */
export const reviewMonths: { readonly [risk in RiskClass]: number } = { low: 36, medium: 24, high: 12 }

/** Under a call for action by the FATF: always high. */
const calledOut = new Set(['KP', 'IR', 'MM'])
/** Under increased monitoring by the FATF, or sanctioned in large part. */
const monitored = new Set(
  'AO BG BO BY CD CI CM CU DZ HT KE KW LA LB LY MC NA NP PG RU SD SO SS SY VE VG VN YE ZW'.split(' '),
)
/** With effective supervision of their own. */
const wellSupervised = new Set(
  'AT AU BE CA CH CY CZ DE DK EE ES FI FR GB GR HK HR HU IE IS IT JP LI LT LU LV MT NL NO NZ PL PT RO SE SG SI SK US'.split(
    ' ',
  ),
)

/** The lists of countries, and their meaning. */
export const countryLists = [
  {
    name: 'Called out',
    effect: 'Under a call for action by the FATF, so the risk is always high.',
    countries: [...calledOut],
  },
  {
    name: 'Monitored',
    effect: 'Under increased monitoring by the FATF, or sanctioned in large part, which raises the risk.',
    countries: [...monitored],
  },
  {
    name: 'Well supervised',
    effect: 'With effective supervision of their own, which lowers the risk.',
    countries: [...wellSupervised],
  },
] as const

const activityRisk: { readonly [activity in Activity]: number } = {
  bank: 10,
  securities_firm: 20,
  corporate_treasury: 20,
  fund: 35,
  payment_institution: 50,
  trading_company: 50,
  other: 60,
  charity: 70,
  crypto_services: 75,
  gambling: 100,
}

const productRisk: { readonly [product in Product]: number } = { stablecoin_issuance: 40, crypto_conversion: 70 }

const channelRisk: { readonly [channel in Channel]: number } = { in_person: 10, introduced: 40, remote: 60 }

/** The score with each factor's part. Some reasons make the risk high regardless of the score. */
export function riskOf({ entity, persons, channel, hits }: RiskFacts): Risk {
  const countries = countriesOf(entity, persons)
  const depth = 1 + Math.max(0, ...persons.map(({ chain }) => chain.length))
  const { activity, products = [] } = entity
  const parts = [
    part('country', countries.join(', '), Math.max(0, ...countries.map(countryRisk))),
    part('ownership', `depth ${depth}`, ownershipRisk(depth)),
    part('activity', activity ?? 'unknown', activity === undefined ? 100 : activityRisk[activity]),
    part('product', products.join(', '), Math.max(0, ...products.map((product) => productRisk[product]))),
    part('channel', channel, channelRisk[channel]),
  ]
  const score = Math.round(parts.reduce((sum, { points }) => sum + points, 0))
  const reasons = [
    ...countries.filter((code) => calledOut.has(code)).map((code) => `country ${code} is under a call for action`),
    ...(persons.some((person) => person.politically_exposed) ? ['a person is politically exposed'] : []),
    ...(hits > 0 ? [`matches with watchlists: ${hits}`] : []),
    ...(score >= highFrom ? [`the score is ${highFrom} or more`] : []),
  ]
  const edd = reasons.length > 0
  return { score, class: edd ? 'high' : score >= mediumFrom ? 'medium' : 'low', edd, parts, reasons }
}

const part = (factor: Factor, value: string, risk: number): RiskPart => ({
  factor,
  value,
  risk,
  weight: weights[factor],
  points: (risk * weights[factor]) / 100,
})

function countriesOf(entity: EntityDraft, persons: RiskFacts['persons']): string[] {
  const own = [entity.country, entity.registered_address?.country, entity.business_address?.country]
  const theirs = persons.flatMap(({ nationality, residence, chain }) => [
    nationality,
    residence.country,
    ...chain.map((link) => link.country),
  ])
  return [...new Set([...own, ...theirs])].filter((code) => code !== undefined)
}

function countryRisk(code: string): number {
  if (calledOut.has(code)) return 100
  if (monitored.has(code)) return 80
  return wellSupervised.has(code) ? 10 : 40
}

/** Each intermediate company obscures the owner a little more. */
const ownershipRisk = (depth: number): number => Math.min(100, (depth - 1) * 35)
