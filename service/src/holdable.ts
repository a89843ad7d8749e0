import { wireFacts } from './banking/wire/facts.ts'
import { assertWireDecidable } from './banking/wire/freeze.ts'
import { attributeWires } from './banking/wire/attribute.ts'
import { wireMachine } from './banking/wire/row.ts'
import type { Runtime } from './base/env.ts'
import { mintFacts, redemptionFacts } from './issuance/facts.ts'
import { advanceMints } from './issuance/mint/job.ts'
import { mintMachine } from './issuance/mint/row.ts'
import { advanceRedemptions } from './issuance/redemption/job.ts'
import { redemptionMachine } from './issuance/redemption/row.ts'
import { paymentFacts, railFacts } from './rails/facts.ts'
import { advancePayments } from './rails/processing/job.ts'
import { openPaymentsOf, paymentMachine } from './rails/payment/row.ts'
import { advanceRails } from './rails/rail/job.ts'
import { railMachine } from './rails/rail/row.ts'
import { depositFacts, withdrawalFacts } from './transfers/facts.ts'
import { advanceDeposits } from './transfers/deposit/job.ts'
import { assertDepositDecidable } from './transfers/deposit/redecide.ts'
import { returnAddressOf } from './transfers/deposit/return-address.ts'
import { depositMachine } from './transfers/deposit/row.ts'
import { advanceWithdrawals } from './transfers/withdrawal/job.ts'
import { withdrawalMachine } from './transfers/withdrawal/request.ts'

/** What can be put on hold, and the job that continues it. */
export const holdable: Runtime['holdable'] = {
  mint: { ...mintMachine, job: advanceMints.name, facts: mintFacts },
  redemption: { ...redemptionMachine, job: advanceRedemptions.name, facts: redemptionFacts },
  withdrawal: { ...withdrawalMachine, job: advanceWithdrawals.name, facts: withdrawalFacts },
  deposit: {
    ...depositMachine,
    job: advanceDeposits.name,
    facts: depositFacts,
    wayBack: returnAddressOf,
    assertDecidable: assertDepositDecidable,
  },
  wire: { ...wireMachine, job: attributeWires.name, facts: wireFacts, assertDecidable: assertWireDecidable },
  // The money of a rail is in its payments. Payments that arrive later wait (rails/processing/screen.ts).
  rail: {
    ...railMachine,
    job: advanceRails.name,
    facts: railFacts,
    together: { kind: 'payment', name: 'Payment', openOf: openPaymentsOf },
  },
  payment: { ...paymentMachine, job: advancePayments.name, facts: paymentFacts },
}
