import { messageKinds } from '@specie/payments/camt.ts'
import { directions } from '@specie/payments/entry.ts'
import { fiatCodes } from '@specie/protocol/assets.ts'
import { accountPurposes } from '@specie/protocol/endpoints/destinations.ts'
import { amountText } from '@specie/protocol/money.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { payoutKinds } from '@specie/protocol/console/treasury.ts'
import { byId, withUnread } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { exact, type Found, inWords, searchable } from '../base/searchable.ts'
import { accountNumber } from './account/account-number.ts'
import { accountFacts, accountSchema, describeAccount, enterAccount } from './account/enter.ts'
import { bookLineAsNew, retract, matchLineToEntries } from './file/decide.ts'
import { describeBookLine, describeRetract, describeMatch } from './file/describe.ts'
import { bookLineFacts, importFacts, matchFacts, retractFacts, retractFileFacts } from './file/facts.ts'
import {
  approveFile,
  describeFileRetracted,
  describeImport,
  retractFile,
  manualLineStates,
} from './file/manual-import.ts'
import { pollBank } from './file/poll.ts'
import { feeSweeps } from './payout/fee-sweeps.ts'
import { payingPurposes, type Payout } from './payout/row.ts'
import { sendPayouts } from './payout/send.ts'
import { reserveSweeps } from './payout/sweeps.ts'
import { type CaseKind, caseKinds } from './reconciliation/cases.ts'
import { openCases } from './reconciliation/staff-queue.ts'
import { assignWire, describeWireAssignment } from './wire/assign.ts'
import { attributeWires } from './wire/attribute.ts'
import { expectedKinds } from './wire/expected.ts'
import { assignmentFacts, sendBackFacts, wireFactsById } from './wire/facts.ts'
import { assertWireDecidable } from './wire/freeze.ts'
import { wireDetails } from './wire/hold-details.ts'
import { type Wire, wireMachine } from './wire/row.ts'
import { describeSendBack, sendBack } from './wire/send-back.ts'
import { unidentifiedWires } from './wire/staff-queue.ts'

/** What did the bank book, whose is it, and what must be paid? */
export const room: Room = {
  name: 'banking',
  tables: {
    'banking.alias': { key: ['account', 'bankref'], fixed: ['entry_id'] },
    'banking.bank_account': { key: ['iban'], fixed: ['purpose', 'currency'] },
    'banking.bank_case': byId,
    'banking.entry': { ...byId, fixed: ['account', 'bankref', 'direction', 'amount', 'booking_date'] },
    'banking.expected': { key: ['reference'], fixed: ['currency', 'amount', 'kind', 'subject'] },
    'banking.file': { key: ['sha256'] },
    // The content is compared with its hash separately.
    'banking.manual_file': { key: ['sha256'], excluded: ['content'] },
    'banking.manual_line': { ...byId, fixed: ['account', 'currency', 'bankref', 'direction', 'amount'] },
    'banking.message': { ...byId, fixed: ['account', 'content', 'opening', 'closing'] },
    'banking.payer_account': { key: ['payer', 'account'] },
    'banking.payment_order': { key: ['id'], excluded: ['asked_at'], fixed: ['message_id', 'xml'] },
    'banking.payout': {
      ...withUnread,
      fixed: [
        'institution_id',
        'currency',
        'amount',
        'creditor_name',
        'creditor_account',
        'creditor_bic',
        'end_to_end_id',
      ],
    },
    'banking.reference': { key: ['institution_id', 'currency'], fixed: ['value'] },
    'banking.sender': { key: ['account'], fixed: ['institution_id'] },
    'banking.unclear_line': { ...byId, fixed: ['account', 'amount'] },
    'banking.wire': { ...byId, fixed: ['entry_id', 'bankref', 'currency', 'amount'] },
  },
  topics: {
    banking: 'bank',
    'banking.payment_order': 'payout',
    'banking.payout': 'payout',
    'banking.wire': 'wire',
  },
  unversioned: {
    'banking.feed': 'a position in a list of the bank',
  },
  values: {
    'banking.bank_account': { purpose: accountPurposes, currency: fiatCodes },
    'banking.message': { kind: messageKinds },
    'banking.entry': { direction: directions },
    'banking.wire': { currency: fiatCodes },
    'banking.reference': { currency: fiatCodes },
    'banking.bank_case': { kind: caseKinds },
    'banking.payment_order': { purpose: payingPurposes, currency: fiatCodes },
    'banking.payout': { kind: payoutKinds, purpose: payingPurposes, currency: fiatCodes },
    'banking.expected': { kind: expectedKinds, currency: fiatCodes },
    'banking.manual_line': { direction: directions, state: manualLineStates },
  },
  unions: {
    'banking.due_payout': {
      comment:
        'Payments that may be ordered from the bank, by kind and subject, with the rows (`table/key`) that justify them. A payout agrees with these rows (banking.payout_sources).',
      columns: ['kind', 'subject', 'institution_id', 'provider', 'currency', 'amount', 'account', 'sources'],
    },
  },
  partOf: {
    'compliance.alert': 'banking.alert',
    'banking.due_payout': 'banking.payable',
    'compliance.departed': 'banking.ordered_payout',
    'compliance.begun_effect': 'banking.ordered_payout',
  },
  jobs: [pollBank, attributeWires, sendPayouts, reserveSweeps, feeSweeps],
  held: {
    wire: {
      ...wireMachine,
      job: attributeWires.name,
      details: wireDetails,
      facts: wireFactsById,
      assertDecidable: assertWireDecidable,
    },
  },
  searchable: [
    searchable<Found & Pick<Wire, 'currency' | 'amount' | 'sender_name'>>({
      kind: 'wire',
      columns: 'id, institution_id, currency, amount, sender_name, bankref, reference, sender_account, created_at',
      from: 'banking.wire',
      id: 'uuid',
      fields: [exact('bankref'), exact('reference'), exact('sender_account', accountNumber)],
      movement: { amounts: [{ asset: 'currency', minor: 'amount' }] },
      title: ({ currency, amount, sender_name }) =>
        `Wire of ${amountText({ asset: currency, minor: amount })} from ${sender_name ?? 'an unknown sender'}`,
    }),
    searchable<Found & Pick<Payout, 'kind' | 'currency' | 'amount' | 'creditor_name'>>({
      kind: 'payout',
      only: 'console',
      columns: 'id, institution_id, kind, currency, amount, creditor_name, end_to_end_id, created_at',
      from: 'banking.payout',
      id: 'uuid',
      fields: [exact('end_to_end_id')],
      movement: { amounts: [{ asset: 'currency', minor: 'amount' }] },
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
  ],
  staffQueue: [openCases, unidentifiedWires],
  approvals: {
    'bank.account': { schema: accountSchema, describe: describeAccount, facts: accountFacts, execute: enterAccount },
    'bank.send_back': {
      ...payloads['bank.send_back'],
      describe: describeSendBack,
      facts: sendBackFacts,
      execute: sendBack,
    },
    'bank.import': { ...payloads['bank.import'], describe: describeImport, facts: importFacts, execute: approveFile },
    'bank.retract_file': {
      ...payloads['bank.retract_file'],
      describe: describeFileRetracted,
      facts: retractFileFacts,
      execute: retractFile,
    },
    'bank.retract': { ...payloads['bank.retract'], describe: describeRetract, facts: retractFacts, execute: retract },
    'bank.match_line': {
      ...payloads['bank.match_line'],
      describe: describeMatch,
      facts: matchFacts,
      execute: matchLineToEntries,
    },
    'bank.book_line': {
      ...payloads['bank.book_line'],
      describe: describeBookLine,
      facts: bookLineFacts,
      execute: bookLineAsNew,
    },
    'wire.assign': {
      ...payloads['wire.assign'],
      describe: describeWireAssignment,
      facts: assignmentFacts,
      execute: assignWire,
    },
  },
}
