import { type ChainCode, chainFamilies, chains } from '@specie/protocol/chains.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { byId, withUnread } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { effectKinds, movementKinds } from '../base/ports/chain.ts'
import { decideSwitch, describeSwitch, switchFacts } from './allow-list/decision.ts'
import { keepAllowLists } from './allow-list/keep.ts'
import { allowListJob } from './allow-list/names.ts'
import { contractFacts, mintResumeFacts, resumeFacts } from './approval-facts.ts'
import { readCoinTransfers } from './coin-transfers/job.ts'
import { deriveAddresses } from './deposit-address/pool.ts'
import { completeMintResume, describeMintResume, resumeMint } from './outbox/halts.ts'
import { operationStates } from './outbox/operations.ts'
import { sender } from './outbox/sender.ts'
import { transactionStates } from './outbox/transactions.ts'
import { contractSchema, describeContract, recordApproved } from './record-contract.ts'
import { haltedChains } from './staff-queue.ts'
import { troubleKinds, troubleParts } from './trouble/reliable.ts'
import { agreeToResume, describeResume, resumeChains } from './watcher/resume.ts'
import { superviseSupply } from './watcher/supply.ts'
import { movementStates, verdicts, watcher } from './watcher/watcher.ts'

const codes = Object.keys(chains) as ChainCode[]

/** Did it happen on the chain, exactly once? */
export const room: Room = {
  name: 'chains',
  tables: {
    'chains.allow_list': { ...byId, fixed: ['chain', 'asset', 'is_on'] },
    'chains.attempt': { key: ['chain', 'hash'], fixed: ['transaction_id', 'raw'] },
    'chains.carried': { key: ['operation_id', 'transaction_id'] },
    'chains.coin_transfer': {
      key: ['chain', 'txid', 'index'],
      fixed: ['asset', 'height', 'at', 'sender', 'recipient', 'amount'],
    },
    'chains.contract': { key: ['chain', 'asset'], fixed: ['address'] },
    'chains.deposit_address': { key: ['family', 'index'], fixed: ['address'] },
    'chains.listing': { ...byId, fixed: ['chain', 'asset', 'address', 'is_listed'] },
    'chains.movement': { ...withUnread, fixed: ['chain', 'txid', 'asset', 'recipient', 'amount'] },
    'chains.operation': {
      ...withUnread,
      fixed: ['chain', 'purpose', 'subject', 'kind', 'asset', 'amount', 'recipient', 'source', 'request_id'],
    },
    'chains.token_account': { key: ['address'], fixed: ['owner', 'mint'] },
    'chains.transaction': { key: ['id'], excluded: ['sent_at'], fixed: ['chain', 'key'] },
    'chains.wallet': { key: ['chain', 'key'], excluded: ['next_nonce'], fixed: ['address'] },
  },
  topics: {
    chains: 'chain',
    'chains.coin_transfer': null,
  },
  unversioned: {
    'chains.coin_reading': 'a position on a chain',
    'chains.cursor': 'a position on a chain',
    'chains.lease': 'the current sender',
    'chains.supply': 'compared again twice a minute, for staff',
    'chains.trouble': 'current problems; a row is deleted when its problem ends',
  },
  values: {
    'chains.deposit_address': { family: chainFamilies },
    'chains.transaction': { state: transactionStates },
    'chains.operation': { kind: effectKinds, state: operationStates },
    'chains.movement': { kind: movementKinds, state: movementStates, verdict: verdicts },
    'chains.trouble': { part: troubleParts, kind: troubleKinds },
  },
  unions: {
    'chains.allowed_holder': {
      comment:
        'Wallets that may hold our coins where the allow list is on: our own ones, and the usable ones of institutions. Only these can be listed.',
      columns: ['chain', 'address'],
    },
    'chains.due_effect': {
      comment:
        'Effects that may be signed, by purpose and subject, with the rows (`table/key`) that justify them. An operation agrees with these rows (chains.operation_sources).',
      columns: [
        'purpose',
        'subject',
        'chain',
        'kinds',
        'asset',
        'amount',
        'recipient',
        'source',
        'address_id',
        'sources',
      ],
    },
    'chains.prefunded_mint': {
      comment: 'Money paid into the reserve before its coins exist; `paid`: a sweep has delivered it.',
      columns: ['subject', 'coin', 'amount', 'paid'],
    },
  },
  partOf: {
    'chains.allowed_holder': 'chains.own_holder',
    'chains.due_effect': 'chains.listing_effect',
    'compliance.departed': 'chains.irrevocable',
    'compliance.begun_effect': 'chains.signed',
    'compliance.transfer_end': 'chains.transfer_end',
  },
  jobs: [
    deriveAddresses,
    ...codes.map(watcher),
    ...codes.map(sender),
    superviseSupply,
    readCoinTransfers,
    resumeChains,
    keepAllowLists,
  ],
  operations: {
    listing: { job: allowListJob },
    allow_list: { job: allowListJob },
  },
  staffQueue: [haltedChains],
  approvals: {
    'chain.contract': {
      schema: contractSchema,
      describe: describeContract,
      facts: contractFacts,
      execute: recordApproved,
    },
    'chain.resume': {
      ...payloads['chain.resume'],
      describe: describeResume,
      facts: resumeFacts,
      execute: agreeToResume,
    },
    'allow_list.switch': {
      ...payloads['allow_list.switch'],
      describe: describeSwitch,
      facts: switchFacts,
      execute: decideSwitch,
    },
    'mint.resume': {
      ...payloads['mint.resume'],
      complete: completeMintResume,
      describe: describeMintResume,
      facts: mintResumeFacts,
      execute: resumeMint,
    },
  },
}
