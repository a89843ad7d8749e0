import { attributeWires } from './banking/wire/attribute.ts'
import { wireMachine } from './banking/wire/row.ts'
import type { Runtime } from './base/env.ts'
import { advanceMints } from './issuance/mint/job.ts'
import { mintMachine } from './issuance/mint/row.ts'
import { advanceRedemptions } from './issuance/redemption/job.ts'
import { redemptionMachine } from './issuance/redemption/row.ts'
import { advancePayments } from './rails/payment/job.ts'
import { openPaymentsOf, paymentMachine } from './rails/payment/row.ts'
import { advanceRails } from './rails/rail/job.ts'
import { railMachine } from './rails/rail/row.ts'
import { advanceDeposits } from './transfers/deposit/job.ts'
import { depositMachine } from './transfers/deposit/row.ts'
import { advanceWithdrawals } from './transfers/withdrawal/job.ts'
import { withdrawalMachine } from './transfers/withdrawal/request.ts'

const ofAsset = ['asset', 'quantity'] as const

/** What can be put on hold, and the job that continues it. */
export const holdable: Runtime['holdable'] = {
  mint: { ...mintMachine, job: advanceMints.name, amount: ofAsset },
  redemption: { ...redemptionMachine, job: advanceRedemptions.name, amount: ofAsset },
  withdrawal: { ...withdrawalMachine, job: advanceWithdrawals.name, amount: ofAsset },
  deposit: { ...depositMachine, job: advanceDeposits.name, amount: ofAsset },
  wire: { ...wireMachine, job: attributeWires.name, amount: ['currency', 'amount'] },
  // The money of a rail is in its payments. Payments that arrive later wait (rails/payment/screen.ts).
  rail: {
    ...railMachine,
    job: advanceRails.name,
    together: { kind: 'payment', name: 'Payment', openOf: openPaymentsOf },
  },
  payment: { ...paymentMachine, job: advancePayments.name, amount: ['received_currency', 'received'] },
}
