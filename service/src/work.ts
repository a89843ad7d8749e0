import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { attributeWires } from './banking/wire/attribute.ts'
import { feeSweeps } from './banking/payout/fee-sweeps.ts'
import { sendPayouts } from './banking/payout/send.ts'
import { pollBank } from './banking/file/poll.ts'
import { reserveSweeps } from './banking/payout/sweeps.ts'
import type { Job } from './base/jobs/runner.ts'
import { deleteExpiredAnswers } from './base/jobs/retention.ts'
import { endStandingHolds } from './compliance/standing.ts'
import { closeEnded } from './stopping/stopped.ts'
import { deriveAddresses } from './chains/deposit-address/pool.ts'
import { resumeChains } from './chains/watcher/resume.ts'
import { superviseSupply } from './chains/watcher/supply.ts'
import { sender } from './chains/outbox/sender.ts'
import { watcher } from './chains/watcher/watcher.ts'
import { endAgreements } from './onboarding/agreement/end.ts'
import { revokeReplaced } from './access/api-key/rotate.ts'
import { markNonces } from './access/api-key/nonce-marks.ts'
import { endCooling } from './destinations/address/cooling.ts'
import { erasePersonalData } from './onboarding/kyb/erase.ts'
import { reviewInstitutions } from './onboarding/kyb/review.ts'
import { shipHeads } from './base/audit/ship-heads.ts'
import { sealJob } from './base/audit/seals.ts'
import { watchCatalog } from './checks/watch-catalog.ts'
import { streams } from './checks/catalog/traces.ts'
import { advanceConversions } from './issuance/mint/funding/job.ts'
import { bookFaucet } from './issuance/faucet.ts'
import { advanceMints } from './issuance/mint/job.ts'
import { advanceRedemptions } from './issuance/redemption/job.ts'
import { refreshRates } from './markets/rate/refresh.ts'
import { expireApprovals } from './people/approval/expire.ts'
import { advancePayments } from './rails/processing/job.ts'
import { advanceRails } from './rails/rail/job.ts'
import { reconcileProvider } from './rails/reconcile.ts'
import { settleExecutions } from './trading/order/job.ts'
import { closeFlows } from './trading/market/exposure.ts'
import { deleteOldPrices, recordPrices } from './trading/market/price-history.ts'
import { fundDesk } from './sandbox/demo/desk.ts'
import { deleteExpiredQuotes, endQuotes } from './trading/quote/promises.ts'
import { reconcileVenues } from './trading/execution/reconcile.ts'
import { advanceDeposits } from './transfers/deposit/job.ts'
import { payOutClosed } from './transfers/withdrawal/closing.ts'
import { advanceWithdrawals } from './transfers/withdrawal/job.ts'
import { settleFees } from './treasury/fees.ts'

export const sealAll = sealJob(streams)

const codes = Object.keys(chains) as ChainCode[]

/** Every job of the service. What a room must do by itself, without being asked, is a row here. */
export const jobs: readonly Job[] = [
  pollBank,
  attributeWires,
  endCooling,
  revokeReplaced,
  markNonces,
  endAgreements,
  reviewInstitutions,
  erasePersonalData,
  expireApprovals,
  endStandingHolds,
  closeEnded,
  advanceDeposits,
  advanceWithdrawals,
  payOutClosed,
  advanceMints,
  advanceRedemptions,
  advanceConversions,
  bookFaucet,
  advanceRails,
  advancePayments,
  reconcileProvider,
  refreshRates,
  settleExecutions,
  endQuotes,
  deleteExpiredQuotes,
  deleteExpiredAnswers,
  closeFlows,
  recordPrices,
  deleteOldPrices,
  reconcileVenues,
  sendPayouts,
  reserveSweeps,
  feeSweeps,
  settleFees,
  deriveAddresses,
  ...codes.map(watcher),
  ...codes.map(sender),
  superviseSupply,
  resumeChains,
  sealAll,
  shipHeads,
  watchCatalog,
  fundDesk,
]
