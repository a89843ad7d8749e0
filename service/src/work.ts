import { advanceWires } from './banking/advance.ts'
import { sendPayouts } from './banking/payouts-send.ts'
import { pollBank } from './banking/poll.ts'
import { reserveSweeps } from './banking/sweeps.ts'
import type { Job } from './base/jobs.ts'
import { carryWithdrawals } from './transfers/withdrawals-job.ts'

/** Every job of the service. What a room must do by itself, without being asked, is a row here. */
export const jobs: readonly Job[] = [pollBank, advanceWires, carryWithdrawals, sendPayouts, reserveSweeps]
