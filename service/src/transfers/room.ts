import { type AssetCode, fiatCodes } from '@specie/protocol/assets.ts'
import { withdraw } from '@specie/protocol/endpoints/transfers.ts'
import { amountText } from '@specie/protocol/money.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { paymentApproval } from '../access/payment-approval.ts'
import { byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { exact, type Found, part, searchable } from '../base/searchable.ts'
import { assignmentFacts, depositFactsById } from './deposit/facts.ts'
import { assignDeposit, describeAssignment } from './deposit/assign.ts'
import { advanceDeposits } from './deposit/job.ts'
import { assertDepositDecidable } from './deposit/redecide.ts'
import { returnAddressOf } from './deposit/return-address.ts'
import { depositMachine } from './deposit/row.ts'
import { openDeposits } from './deposit/staff-queue.ts'
import { depositDetails, withdrawalDetails } from './hold-details.ts'
import { payOutClosed } from './withdrawal/closing.ts'
import { advanceWithdrawals } from './withdrawal/job.ts'
import { sendingTo } from './withdrawal/pay.ts'
import { withdrawalMachine } from './withdrawal/request.ts'

type Transfer = Found & { asset: AssetCode; quantity: bigint }

/** How do fiat, coins and crypto come in and go out? */
export const room: Room = {
  name: 'transfers',
  tables: {
    'transfers.deposit': { ...byId, fixed: ['asset', 'blockchain', 'txid', 'address', 'quantity'] },
    'transfers.statement': { ...byId, fixed: ['institution_id', 'currency', 'period_from', 'period_to', 'sequence'] },
    'transfers.unreferenced': { key: ['payout_id'] },
    'transfers.withdrawal': {
      ...byId,
      fixed: ['institution_id', 'asset', 'quantity', 'bank_account_id', 'blockchain', 'address_id'],
    },
  },
  topics: {
    transfers: 'deposit',
    'transfers.statement': null,
    'transfers.withdrawal': 'withdrawal',
  },
  values: {
    'transfers.statement': { currency: fiatCodes },
  },
  partOf: {
    'compliance.alert': 'transfers.alert',
    'chains.due_effect': 'transfers.due_effect',
    'banking.due_payout': 'transfers.payable',
    'treasury.promise': 'transfers.promise',
    'treasury.claim': 'transfers.claim',
    'treasury.set_aside': 'transfers.set_aside',
    'treasury.refundable_fee': 'transfers.refundable_fee',
    'treasury.uncollected': 'transfers.uncollected_deposit',
    'treasury.unsent': 'transfers.unsent',
    'compliance.switchable': 'transfers.switchable',
    'compliance.transfer_end': 'transfers.transfer_end',
  },
  jobs: [advanceDeposits, advanceWithdrawals, payOutClosed],
  wakes: {
    'payout.withdrawal': [advanceWithdrawals.name],
    'chain.moved': [advanceDeposits.name],
  },
  held: {
    deposit: {
      ...depositMachine,
      job: advanceDeposits.name,
      details: depositDetails,
      facts: depositFactsById,
      returnAddress: returnAddressOf,
      assertDecidable: assertDepositDecidable,
    },
    withdrawal: { ...withdrawalMachine, job: advanceWithdrawals.name, details: withdrawalDetails },
  },
  operations: {
    collection: { job: advanceDeposits.name, internal: true },
    deposit_return: { job: advanceDeposits.name, delivers: true },
    withdrawal: { job: advanceWithdrawals.name, delivers: true },
  },
  unsentPayouts: { withdrawal: sendingTo },
  searchable: [
    searchable<Transfer>({
      kind: 'withdrawal',
      columns: 'id, institution_id, asset, quantity, clreqid, created_at',
      from: 'transfers.withdrawal',
      id: 'uuid',
      fields: [exact('clreqid')],
      movement: { amounts: [{ asset: 'asset', minor: 'quantity' }] },
      title: ({ asset, quantity }) => `Withdrawal of ${amountText({ asset, minor: quantity })}`,
    }),
    searchable<Transfer>({
      kind: 'deposit',
      columns: 'id, institution_id, asset, quantity, txid, created_at',
      from: 'transfers.deposit',
      id: 'uuid',
      fields: [part('txid')],
      movement: { amounts: [{ asset: 'asset', minor: 'quantity' }] },
      title: ({ asset, quantity }) => `Deposit of ${amountText({ asset, minor: quantity })}`,
    }),
  ],
  staffQueue: [openDeposits],
  approvals: {
    'member.withdrawal': paymentApproval('Withdraw', withdraw.needs),
    'deposit.assign': {
      ...payloads['deposit.assign'],
      describe: describeAssignment,
      facts: assignmentFacts,
      execute: assignDeposit,
    },
  },
}
