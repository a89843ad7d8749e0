import { sandboxed, type Scenario, scenario, signed } from './scenario.ts'

// How to reach every state of a rail and of a payment.

const sender = { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' }

export const anOnRamp = {
  railtype: 'FiatToStablecoin',
  sender,
  wallet: { destination: '{whitelisted wallet}' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

export const anOffRamp = {
  railtype: 'StablecoinToFiat',
  sender,
  bankaccount: { destination: 'CH9300762011623852957' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

const rail = (state: string, wanted: string, how: Scenario['how']) => scenario('payment_rail', state, wanted, how)
const payment = (state: string, wanted: string, how: Scenario['how']) => scenario('payment', state, wanted, how)

const add = (change: object = {}) => signed('addPaymentRail', { ...anOnRamp, ...change })
const instructed = (change: object) => add({ instructions: { ...anOnRamp.instructions, ...change } })
const pay = (change: object = {}) => sandboxed('payments', { railid: '{railid}', amount: '1000', ...change })
const later = sandboxed('clock/advance', { seconds: 10_800 })

const rails: Scenario[] = [
  rail('active', 'an on-ramp; its funding instructions are in queryPaymentRails', add()),
  rail('active', 'an off-ramp', signed('addPaymentRail', anOffRamp)),
  rail(
    'pending',
    'the provider takes its time; then addPaymentRail',
    sandboxed('counterparts/provider', { next: 'pending', seconds: 600 }),
  ),
  rail(
    'rejected',
    'the provider opens none; then addPaymentRail',
    sandboxed('counterparts/provider', { next: 'collection_rejected' }),
  ),
  rail('rejected', 'coin and currency that do not belong together', instructed({ currency: 'GBP' })),
  rail(
    'rejected',
    'a chain that does not carry the coin',
    instructed({ asset: 'VGBP', currency: 'GBP', blockchain: 'POL' }),
  ),
  rail(
    'rejected',
    'a bank account whose check digits fail',
    signed('addPaymentRail', { ...anOffRamp, bankaccount: { destination: 'CH9300762011623852958' } }),
  ),
  rail('suspended', 'money that arrives meanwhile is returned', sandboxed('rails/{railid}/suspend')),
  rail('active', 'a suspended one is resumed', sandboxed('rails/{railid}/resume')),
  rail('closed', 'for good', sandboxed('rails/{railid}/close')),
]

const payments: Scenario[] = [
  payment(
    'received',
    'every payment begins so; its first leg keeps the time',
    'queryPayments right after sandbox/v1/payments, before the first step of a worker',
  ),
  payment(
    'pending',
    'it is being screened, in the first step of a worker',
    'queryEvents reports it for every payment; `legs` shows the result',
  ),
  payment('completed', 'over an on-ramp: fiat from the rail’s sender; three hours later', pay()),
  payment('completed', 'over an off-ramp: coins from an outside wallet; by the bank’s next statement', pay()),
  payment('completed', 'time for either', later),
  payment(
    'converting',
    'the provider takes its time; then a payment',
    sandboxed('counterparts/provider', { next: 'pending', seconds: 3_600 }),
  ),
  payment(
    'converting',
    'the provider’s wire is late; then a payment',
    sandboxed('counterparts/provider', { next: 'settle_late', seconds: 86_400 }),
  ),
  payment(
    'converting',
    'the reserve has not paid, or is not covered yet',
    sandboxed('counterparts/bank', { sweeps: 'delayed' }),
  ),
  payment('sent', 'coins on their way over an on-ramp', sandboxed('chains/{code}/stall')),
  payment(
    'sent',
    'fiat on its way over an off-ramp: the bank has accepted the payment and not executed it; then a payment',
    sandboxed('counterparts/bank', { payments: 'delayed' }),
  ),
  payment(
    'failed',
    'coins that the chain refuses twice; once, and it is tried again',
    sandboxed('chains/{code}/revert-next', { count: 2 }),
  ),
  payment('sent', 'continues one that waits for a person', sandboxed('payments/{paymentid}/resume')),
  payment(
    'failed',
    'a payout that the bank returns twice; after the first return it is tried again',
    sandboxed('counterparts/bank', { next: 'return_payment', count: 2 }),
  ),
  payment('credited', 'one that waits for a person is credited instead', sandboxed('payments/{paymentid}/credit')),
  payment(
    'rejected',
    'being returned: the provider takes its time; then a payment that is returned',
    sandboxed('counterparts/provider', { next: 'pending', seconds: 3_600 }),
  ),
  payment('returned', 'a third party pays', pay({ sendername: 'Another Payer Ltd' })),
  payment('returned', 'the wrong currency', pay({ currency: 'GBP' })),
  payment('returned', 'too little, in either direction', pay({ amount: '0.01' })),
  payment('returned', 'the wrong coin over an off-ramp', pay({ asset: 'VGBP' })),
  payment('returned', 'the right coin on another chain', pay({ blockchain: 'BASE' })),
  payment('returned', 'over a suspended or closed rail', sandboxed('rails/{railid}/suspend')),
]

export const railScenarios: readonly Scenario[] = [...rails, ...payments]
