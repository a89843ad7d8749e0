import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { advanceWires } from './banking/advance.ts'
import { feeSweeps } from './banking/fee-sweeps.ts'
import { sendPayouts } from './banking/payouts-send.ts'
import { pollBank } from './banking/poll.ts'
import { reserveSweeps } from './banking/sweeps.ts'
import type { Job } from './base/jobs.ts'
import { forgetAnswers } from './base/retention.ts'
import { deriveAddresses } from './chains/address-pool.ts'
import { superviseSupply } from './chains/supply.ts'
import { sender } from './chains/send.ts'
import { watcher } from './chains/watch.ts'
import { endCooling } from './institutions/addresses-whitelist.ts'
import { shipHeads } from './ledger/heads-ship.ts'
import { sealAll } from './ledger/seals.ts'
import { carryConversions } from './issuance/conversions-job.ts'
import { carryFaucet } from './issuance/faucet.ts'
import { carryMints } from './issuance/mints-job.ts'
import { carryRedemptions } from './issuance/redemptions-job.ts'
import { refreshRates } from './markets/refresh-rates.ts'
import { carryPayments } from './rails/payments-job.ts'
import { carryRails } from './rails/rails-job.ts'
import { reconcileProvider } from './rails/reconcile.ts'
import { carryExecutions } from './trading/executions-job.ts'
import { forgetFlows } from './trading/exposure.ts'
import { forgetQuotes } from './trading/forget-quotes.ts'
import { fundDesk } from './sandbox/desk.ts'
import { endQuotes } from './trading/promises.ts'
import { reconcileVenues } from './trading/reconcile.ts'
import { carryDeposits } from './transfers/deposits-job.ts'
import { carryWithdrawals } from './transfers/withdrawals-job.ts'
import { settleFees } from './treasury/fees.ts'

const codes = Object.keys(chains) as ChainCode[]

/** Every job of the service. What a room must do by itself, without being asked, is a row here. */
export const jobs: readonly Job[] = [
  pollBank,
  advanceWires,
  endCooling,
  carryDeposits,
  carryWithdrawals,
  carryMints,
  carryRedemptions,
  carryConversions,
  carryFaucet,
  carryRails,
  carryPayments,
  reconcileProvider,
  refreshRates,
  carryExecutions,
  endQuotes,
  forgetQuotes,
  forgetAnswers,
  forgetFlows,
  reconcileVenues,
  sendPayouts,
  reserveSweeps,
  feeSweeps,
  settleFees,
  deriveAddresses,
  ...codes.map(watcher),
  ...codes.map(sender),
  superviseSupply,
  sealAll,
  shipHeads,
  fundDesk,
]
