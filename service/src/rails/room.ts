import { railTypes } from '@specie/protocol/endpoints/rails.ts'
import { amountText } from '@specie/protocol/money.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { exact, type Found, part, searchable } from '../base/searchable.ts'
import { creditFacts, railResumeFacts } from './approval-facts.ts'
import { paymentDetails, railDetails } from './hold-details.ts'
import { completeCredit, creditPayment, describeCredit } from './processing/credit.ts'
import { advancePayments } from './processing/job.ts'
import { openPaymentsOf, type Payment, paymentMachine, stuckAt } from './payment/row.ts'
import { stuckPayments } from './payment/staff-queue.ts'
import { advanceRails } from './rail/job.ts'
import { type Rail, railMachine } from './rail/row.ts'
import { suspendedRails } from './rail/staff-queue.ts'
import { completeRailResume, describeRailResume, resumeRail } from './rail/suspend.ts'
import { reconcileProvider, statementKinds } from './reconcile.ts'

/** How does a payment get from fiat to coins, or back? */
export const room: Room = {
  name: 'rails',
  tables: {
    'rails.payment': { ...byId, fixed: ['institution_id', 'rail_id', 'received', 'received_currency'] },
    'rails.rail': {
      ...byId,
      fixed: ['institution_id', 'railtype', 'asset', 'currency', 'blockchain', 'destination', 'memo', 'address_id'],
    },
    'rails.statement': { key: ['provider', 'currency', 'day'] },
    'rails.statement_entry': { key: ['source', 'kind'], fixed: ['amount', 'currency'] },
  },
  topics: {
    rails: 'rail',
    'rails.payment': 'payment',
  },
  unversioned: {
    'rails.cursor': 'a position in a list of the provider',
  },
  values: {
    'rails.rail': { railtype: railTypes },
    'rails.payment': { stuck: stuckAt },
    'rails.statement_entry': { kind: statementKinds },
  },
  partOf: {
    'compliance.alert': 'rails.alert',
    'chains.due_effect': 'rails.due_effect',
    'banking.due_payout': 'rails.payable',
    'treasury.reserved': 'rails.reserved',
    'treasury.promise': 'rails.promise',
    'compliance.transfer_end': 'rails.transfer_end',
    'compliance.switchable': 'rails.switchable',
  },
  jobs: [advanceRails, advancePayments, reconcileProvider],
  wakes: {
    'payout.rail': [advancePayments.name],
    'payout.sweep': [advancePayments.name],
    'expected_wire.rail': [advancePayments.name],
    'chain.moved': [advancePayments.name],
  },
  held: {
    // The money of a rail is in its payments. Later payments wait (rails/processing/screen.ts).
    rail: {
      ...railMachine,
      job: advanceRails.name,
      details: railDetails,
      together: { kind: 'payment', name: 'Payment', openOf: openPaymentsOf },
    },
    payment: { ...paymentMachine, job: advancePayments.name, details: paymentDetails },
  },
  operations: {
    rail_mint: { job: advancePayments.name, delivers: true },
    rail_burn: { job: advancePayments.name },
    rail_collection: { job: advancePayments.name, internal: true },
    rail_return: { job: advancePayments.name, delivers: true },
  },
  searchable: [
    searchable<Found & Pick<Rail, 'railtype' | 'asset' | 'currency'>>({
      kind: 'rail',
      columns: 'id, institution_id, railtype, asset, currency, clreqid, funding',
      from: 'rails.rail',
      id: 'uuid',
      fields: [exact('clreqid'), exact(`(funding ->> 'reference')`)],
      title: ({ railtype, asset, currency }) =>
        railtype === 'FiatToStablecoin' ? `Rail from ${currency} to ${asset}` : `Rail from ${asset} to ${currency}`,
    }),
    searchable<Found & Pick<Payment, 'received' | 'received_currency'>>({
      kind: 'payment',
      columns: 'id, institution_id, received, received_currency, sent, sent_currency, reference, txid, created_at',
      from: 'rails.payment',
      id: 'uuid',
      fields: [exact('reference'), part('txid')],
      movement: {
        amounts: [
          { asset: 'received_currency', minor: 'received' },
          { asset: 'sent_currency', minor: 'sent' },
        ],
      },
      title: ({ received, received_currency }) =>
        `Rail payment of ${amountText({ asset: received_currency, minor: received })}`,
    }),
  ],
  staffQueue: [stuckPayments, suspendedRails],
  approvals: {
    'payment.credit': {
      ...payloads['payment.credit'],
      complete: completeCredit,
      describe: describeCredit,
      facts: creditFacts,
      execute: creditPayment,
    },
    'rail.resume': {
      ...payloads['rail.resume'],
      complete: completeRailResume,
      describe: describeRailResume,
      facts: railResumeFacts,
      execute: resumeRail,
    },
  },
}
