import type { RiskClass } from './onboarding/kyb.ts'

// Cases of compliance: alerts of one institution or party, until two people decide. docs/cases.md

/** What an alert comes from. */
export const alertKinds = ['rule', 'hold', 'match', 'exchange', 'bank_case'] as const
export type AlertKind = (typeof alertKinds)[number]

export const caseOutcomes = ['no_suspicion', 'measures', 'report'] as const
export type CaseOutcome = (typeof caseOutcomes)[number]

export const caseOutcomeWords: { readonly [outcome in CaseOutcome]: string } = {
  no_suspicion: 'No suspicion',
  measures: 'Measures, without a report',
  report: 'Report to the authority',
}

/** Working days until a case should be decided, by the risk class of its institution. Without a class it is high. */
export const caseDays: { readonly [risk in RiskClass]: number } = { high: 2, medium: 5, low: 10 }
