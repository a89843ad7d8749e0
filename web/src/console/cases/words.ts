import { type AlertKind, caseOutcomeWords } from '@specie/protocol/cases.ts'
import type { Output } from '../../api/call.ts'

export type FoundCase = Output<'case'>
export { caseOutcomeWords }

export const alertWords: { readonly [kind in AlertKind]: string } = {
  rule: 'Monitoring rule',
  hold: 'Hold',
  match: 'Match with a list',
  exchange: 'Travel Rule',
  bank_case: 'Bank or chain',
}

export const isDecided = ({ state }: Pick<FoundCase, 'state'>): boolean => state === 'closed' || state === 'reported'

export const subjectOf = ({ institution, party }: Pick<FoundCase, 'institution' | 'party'>): string =>
  institution?.name ?? party ?? ''
