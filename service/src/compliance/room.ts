import { heldKinds, type HeldKind, type HoldReason, holdReasons } from '@specie/protocol/holds.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, inWords, searchable } from '../base/searchable.ts'
import { holdFacts } from './hold-facts.ts'
import { completeHoldDecision, decideHold, describeHoldDecision } from './holds.ts'
import { openHolds } from './staff-queue.ts'
import { endStandingHolds } from './standing.ts'
import { stoppedAmong } from './stops.ts'
import { exchangesForStaff } from './travel-rule/staff-queue.ts'
import { advanceExchanges } from './travel-rule/job.ts'
import { directions, dueMessages, messageKinds, messageWays, transferEnds } from './travel-rule/row.ts'
import { watchlistEffects } from './watchlist.ts'

/** Must this wait for a person? */
export const room: Room = {
  name: 'compliance',
  tables: {
    'compliance.hold': { ...byId, fixed: ['institution_id', 'reason', 'cause'] },
    'compliance.exchange': {
      ...byId,
      fixed: ['institution_id', 'direction', 'wallet', 'asset', 'blockchain', 'amount', 'token', 'opened_at'],
    },
    'compliance.exchange_message': byId,
    'compliance.listed': { key: ['name', 'list'] },
    'compliance.part': { ...byId, fixed: ['whole'] },
  },
  topics: {
    compliance: 'hold',
    'compliance.exchange': 'exchange',
    'compliance.exchange_message': 'exchange',
    'compliance.listed': 'list',
  },
  values: {
    'compliance.hold': { subject_kind: heldKinds, reason: holdReasons },
    'compliance.exchange': {
      direction: directions,
      subject_kind: heldKinds,
      due: dueMessages,
      ended_as: transferEnds,
    },
    'compliance.exchange_message': { way: messageWays, kind: messageKinds },
    'compliance.listed': { effect: watchlistEffects },
  },
  unions: {
    'compliance.hosted': {
      comment: 'Wallets at a provider: coins leave to them only with the approval of that provider (Travel Rule).',
      columns: ['id'],
    },
    'compliance.transfer_end': {
      comment:
        'How transfers to whitelisted wallets have ended: with a transaction, or without one. Their exchange of the Travel Rule ends then.',
      columns: ['subject', 'txid', 'reason'],
    },
    'compliance.departed': {
      comment: 'Items that have left for good: signed for their destination, or ordered at the bank.',
      columns: ['subject'],
      internal: true,
    },
    'compliance.begun_effect': {
      comment: 'Items with an outside effect: signed, or ordered. Requests to providers are in work.begun_intent.',
      columns: ['subject'],
      internal: true,
    },
    'compliance.barred': {
      comment: 'Destinations that may not be paid now; `for_good`: never again.',
      columns: ['id', 'for_good'],
    },
  },
  jobs: [endStandingHolds, advanceExchanges],
  stoppedAmong,
  // Only staff can search holds (no tipping off).
  searchable: [
    searchable<Found & { subject_kind: HeldKind | null; reason: HoldReason }>({
      kind: 'hold',
      only: 'console',
      columns: 'id, institution_id, subject_kind, reason',
      from: 'compliance.hold',
      id: 'uuid',
      fields: [],
      title: ({ subject_kind, reason }) => `Hold on a ${subject_kind ?? 'item'}: ${inWords(reason).toLowerCase()}`,
    }),
  ],
  staffQueue: [openHolds, exchangesForStaff],
  approvals: {
    'hold.decide': {
      ...payloads['hold.decide'],
      complete: completeHoldDecision,
      describe: describeHoldDecision,
      facts: holdFacts,
      execute: decideHold,
    },
  },
}
