import type { RuleEffect, RuleKind } from '@specie/protocol/rules.ts'
import type { Output } from '../../api/call.ts'

export type Version = Output<'rules'>['versions'][number]

export const effectWords: { readonly [effect in RuleEffect]: string } = {
  alert: 'Note it',
  aml_review: 'Hold for AML review',
  edd_required: 'Hold for enhanced due diligence',
}

export const kindWords: { readonly [kind in RuleKind]: string } = {
  amount: 'One large amount',
  velocity: 'Many, or much, within a time',
  first_use: 'First use of an address, account or sender',
  country: 'A country',
  dormant: 'A dormant institution becomes active',
  structuring: 'Several just below a threshold',
  round_trip: 'Minted and redeemed again',
  many_to_one: 'Many institutions, one address or account',
}
