import { serviceCodes } from '@specie/screening/lists/entry.ts'
import { alertKinds, caseOutcomes } from '@specie/protocol/cases.ts'
import { documentTypes, riskClasses } from '@specie/protocol/onboarding/kyb.ts'
import { limitedProducts, limitPeriods } from '@specie/protocol/limits.ts'
import { heldKinds, type HeldKind, type HoldReason, holdReasons } from '@specie/protocol/holds.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, inWords, searchable } from '../base/searchable.ts'
import { completeDecision, decideCase, decisionFacts, describeDecision } from './case/decide.ts'
import { groupAllAlerts, groupRecentAlerts } from './case/group.ts'
import { openComplianceCases } from './case/staff-queue.ts'
import { holdFacts } from './hold-facts.ts'
import { completeHoldDecision, decideHold, describeHoldDecision } from './holds.ts'
import { openHolds } from './staff-queue.ts'
import { releaseClearedHolds } from './cleared-holds.ts'
import {
  activate,
  activationFacts,
  completeActivation,
  describeActivation,
  describeRetirement,
  retire,
  retirementFacts,
} from './rule/decide.ts'
import { rescreen, rescreeningSteps } from './rescreen.ts'
import { completePartyDecision, decideParty, describePartyDecision, partyFacts } from './screening/decide-party.ts'
import { hitStates } from './screening/hits.ts'
import { askServices } from './services/job.ts'
import { matchedParties } from './screening/staff-queue.ts'
import { outcomes } from './screening/screen-parties.ts'
import { partyOwners, subjectKinds } from './screening/subject-kinds.ts'
import { completeLift, describeLift, liftFacts, liftSwitch } from './switch/lift.ts'
import { pulledSwitches } from './switch/staff-queue.ts'
import { endStandingHolds } from './standing.ts'
import { stoppedAmong } from './stops.ts'
import { exchangesForStaff } from './travel-rule/staff-queue.ts'
import { advanceExchanges } from './travel-rule/job.ts'
import { directions, dueMessages, messageKinds, messageWays, transferEnds } from './travel-rule/row.ts'
import { describeRemoval, removalFacts, removeOwnEntry } from './list/staff-entry.ts'
import { acceptanceFacts, acceptVersion, describeAcceptance } from './list/accept.ts'
import { describeLimits, limitFacts, setLimits } from './limit/set.ts'
import { readLists } from './list/job.ts'
import { listCodes, listEffects, refusals, storedFormats, versionStates } from './list/row.ts'

const fixedOfVersion = [
  'list',
  'format',
  'source',
  'sha256',
  'issued',
  'refusal',
  'refused_because',
  'entries',
  'counts',
  'added',
  'changed',
  'removed',
  'reassigned',
  'renumbered',
  'created_at',
]

/** Must this wait for a person? */
export const room: Room = {
  name: 'compliance',
  tables: {
    'compliance.hit': {
      ...byId,
      fixed: ['party_hash', 'entry_hash', 'entry_id', 'score', 'content', 'sealed', 'sealed_for', 'created_at'],
    },
    'compliance.hold': { ...byId, fixed: ['institution_id', 'reason', 'cause', 'follows_case'] },
    'compliance.hold_rule': { key: ['hold_id', 'version_id'] },
    'compliance.hold_hit': { key: ['hold_id', 'hit_id'] },
    'compliance.hold_question': { key: ['hold_id', 'party_hash', 'service'] },
    'compliance.question': {
      key: ['party_hash', 'service'],
      excluded: ['due_at', 'failed_at', 'failure'],
      fixed: ['content', 'sealed', 'sealed_for', 'created_at'],
    },
    'compliance.switch': byId,
    'compliance.limit_rule': { key: ['institution_id', 'product', 'asset', 'period'] },
    'compliance.list_version': { ...byId, fixed: fixedOfVersion },
    'compliance.list_entry': { ...byId, fixed: ['list', 'reference', 'effect', 'hash', 'content', 'wallets', 'began'] },
    'compliance.list_source': { key: ['list'] },
    'compliance.exchange': {
      ...byId,
      fixed: [
        'institution_id',
        'direction',
        'address_id',
        'wallet',
        'asset',
        'blockchain',
        'amount',
        'vasp',
        'travel_address',
        'peer',
        'opened_at',
      ],
    },
    'compliance.exchange_message': byId,
    'compliance.part': { ...byId, fixed: ['whole'] },
    'compliance.party': {
      ...byId,
      fixed: ['institution_id', 'subject_kind', 'subject_id', 'part', 'hash', 'content', 'sealed', 'created_at'],
    },
    'compliance.case_file': {
      ...byId,
      fixed: ['about', 'party', 'follows', 'risk_class', 'institution_id', 'created_at'],
    },
    'compliance.case_alert': { key: ['key'] },
    'compliance.case_note': byId,
    'compliance.case_document': byId,
    'compliance.rule': byId,
    'compliance.rule_version': { ...byId, fixed: ['rule_id', 'number', 'definition', 'institution_id', 'created_at'] },
    'compliance.rule_hit': { key: ['version_id', 'item_id', 'is_shadow'] },
    'compliance.screening': {
      ...byId,
      fixed: ['subject_kind', 'subject_id', 'institution_id', 'parties', 'versions', 'outcome', 'screened_at'],
    },
  },
  topics: {
    compliance: 'hold',
    'compliance.exchange': 'exchange',
    'compliance.exchange_message': 'exchange',
    'compliance.limit_rule': 'institution',
    'compliance.switch': 'switch',
    'compliance.list_version': 'list',
    'compliance.list_source': 'list',
    'compliance.list_entry': null,
    'compliance.screening': null,
    'compliance.party': 'party',
    'compliance.hit': 'party',
    'compliance.question': null,
    'compliance.case_file': 'case',
    'compliance.case_alert': 'case',
    'compliance.case_note': 'case',
    'compliance.case_document': 'case',
    'compliance.rule': 'rule',
    'compliance.rule_version': 'rule',
    'compliance.rule_hit': 'rule',
    'compliance.hold_rule': null,
  },
  unversioned: {
    'compliance.case_document_content': 'its hash stands in its document',
    'compliance.limit_use': 'counters of accepted items, each of which has versions of its own',
    'compliance.limit_item': 'what was counted of an item, which has versions of its own',
    'compliance.movement': 'what rules count; the items that it repeats have versions',
    'compliance.rescreening': 'how far a job has come; what it finds is in compliance.hit',
  },
  values: {
    'compliance.hit': { state: hitStates },
    'compliance.hold': { subject_kind: heldKinds, reason: holdReasons },
    'compliance.party': { subject_kind: partyOwners },
    'compliance.question': { service: serviceCodes },
    'compliance.rescreening': { step: rescreeningSteps },
    'compliance.screening': { subject_kind: subjectKinds(), outcome: outcomes },
    'compliance.limit_rule': { product: limitedProducts, period: limitPeriods },
    'compliance.limit_use': { product: limitedProducts },
    'compliance.limit_item': { product: limitedProducts },
    'compliance.list_version': { list: listCodes, format: storedFormats, state: versionStates, refusal: refusals },
    'compliance.list_entry': { effect: listEffects },
    'compliance.exchange': {
      direction: directions,
      subject_kind: heldKinds,
      due: dueMessages,
      undelivered: dueMessages,
      ended_as: transferEnds,
    },
    'compliance.case_file': { outcome: caseOutcomes, risk_class: riskClasses },
    'compliance.case_alert': { kind: alertKinds },
    'compliance.case_document': { content_type: documentTypes },
    'compliance.movement': { kind: heldKinds },
    'compliance.exchange_message': { way: messageWays, kind: messageKinds },
  },
  partOf: {
    'compliance.alert': 'compliance.own_alert',
  },
  unions: {
    'compliance.alert': {
      comment:
        'What needs the look of a person, with the institution or party that it is about. `is_open`: people have not decided yet.',
      columns: ['key', 'kind', 'source', 'subject_kind', 'subject_id', 'about', 'party', 'at', 'is_open', 'summary'],
    },
    'compliance.hosted': {
      comment: 'Wallets at a provider: coins leave to them only with the approval of that provider (Travel Rule).',
      columns: ['id', 'blockchain', 'wallet', 'travel_address'],
    },
    'compliance.transfer_end': {
      comment:
        'How transfers to whitelisted wallets have ended: with a transaction, or without one. Their exchange of the Travel Rule ends then.',
      columns: ['subject', 'txid', 'reason'],
    },
    'compliance.switchable': {
      comment: 'Items with the names of the switches that stop them.',
      columns: ['subject', 'switches'],
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
    'compliance.reference_rate': {
      comment: 'The last accepted prices. Rules value items by them.',
      columns: ['symbol', 'units', 'decimals'],
      internal: true,
    },
    'compliance.institution_profile': {
      comment: 'The risk class and the countries of institutions, and whether their KYB case requires more diligence.',
      columns: ['institution_id', 'risk_class', 'countries', 'lacks_edd'],
      internal: true,
    },
    'compliance.barred': {
      comment: 'Destinations that may not be paid now; `for_good`: never again.',
      columns: ['id', 'for_good'],
    },
  },
  jobs: [
    groupRecentAlerts,
    groupAllAlerts,
    endStandingHolds,
    releaseClearedHolds,
    rescreen,
    readLists,
    askServices,
    advanceExchanges,
  ],
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
  staffQueue: [openComplianceCases, openHolds, matchedParties, exchangesForStaff, pulledSwitches],
  approvals: {
    'case.decide': {
      ...payloads['case.decide'],
      complete: completeDecision,
      describe: describeDecision,
      facts: decisionFacts,
      execute: decideCase,
    },
    'limit.set': {
      ...payloads['limit.set'],
      describe: describeLimits,
      facts: limitFacts,
      execute: setLimits,
    },
    'list.accept': {
      ...payloads['list.accept'],
      describe: describeAcceptance,
      facts: acceptanceFacts,
      execute: acceptVersion,
    },
    'list.remove': {
      ...payloads['list.remove'],
      describe: describeRemoval,
      facts: removalFacts,
      execute: removeOwnEntry,
    },
    'rule.activate': {
      ...payloads['rule.activate'],
      complete: completeActivation,
      describe: describeActivation,
      facts: activationFacts,
      execute: activate,
    },
    'rule.retire': {
      ...payloads['rule.retire'],
      describe: describeRetirement,
      facts: retirementFacts,
      execute: retire,
    },
    'switch.lift': {
      ...payloads['switch.lift'],
      complete: completeLift,
      describe: describeLift,
      facts: liftFacts,
      execute: liftSwitch,
    },
    'hold.decide': {
      ...payloads['hold.decide'],
      complete: completeHoldDecision,
      describe: describeHoldDecision,
      facts: holdFacts,
      execute: decideHold,
    },
    'party.decide': {
      ...payloads['party.decide'],
      complete: completePartyDecision,
      describe: describePartyDecision,
      facts: partyFacts,
      execute: decideParty,
    },
  },
}
