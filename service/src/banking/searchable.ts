import { amountText } from '@specie/protocol/money.ts'
import { exact, type Found, inWords, searchable } from '../base/searchable.ts'
import { accountNumber } from './account/account-number.ts'
import type { CaseKind } from './reconciliation/cases.ts'
import type { Payout } from './payout/row.ts'
import type { Wire } from './wire/row.ts'

export const searchableAtBank = [
  searchable<Found & Pick<Wire, 'currency' | 'amount' | 'sender_name'>>({
    kind: 'wire',
    columns: 'id, institution_id, currency, amount, sender_name, bankref, reference, sender_account',
    from: 'banking.wire',
    id: 'uuid',
    fields: [exact('bankref'), exact('reference'), exact('sender_account', accountNumber)],
    title: ({ currency, amount, sender_name }) =>
      `Wire of ${amountText({ asset: currency, minor: amount })} from ${sender_name ?? 'an unknown sender'}`,
  }),
  searchable<Found & Pick<Payout, 'kind' | 'currency' | 'amount' | 'creditor_name'>>({
    kind: 'payout',
    only: 'console',
    columns: 'id, institution_id, kind, currency, amount, creditor_name, end_to_end_id',
    from: 'banking.payout',
    id: 'uuid',
    fields: [exact('end_to_end_id')],
    title: ({ kind, currency, amount, creditor_name }) =>
      `${inWords(kind)} of ${amountText({ asset: currency, minor: amount })} paid to ${creditor_name}`,
  }),
  searchable<Found & { value: string; currency: string }>({
    kind: 'institution',
    only: 'console',
    columns: 'institution_id as id, institution_id, value, currency',
    from: 'banking.reference',
    id: 'none',
    fields: [exact('value')],
    title: ({ value, currency }) => `Pays in ${currency} by the reference ${value}`,
  }),
  searchable<Found & { kind: CaseKind }>({
    kind: 'bank_case',
    only: 'console',
    columns: 'id, null::uuid as institution_id, kind',
    from: 'banking.bank_case',
    id: 'number',
    fields: [],
    title: ({ kind }) => `Bank case: ${inWords(kind).toLowerCase()}`,
  }),
]
