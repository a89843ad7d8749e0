import {
  closeRailCall,
  railPaymentsCall,
  railsCall,
  retryPaymentCall,
  suspendRailCall,
} from '@specie/protocol/console/rails.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { listed } from '../show.ts'

const change = { words: { RAIL: 'id', 'WHY…': 'reason' } } as const
const changed = ({ railid, state }: { railid: string; state: string }) => `${railid} is ${state}.`

export const railsList = overConsole(railsCall, {
  words: { '[STATE]': 'state' },
  does: 'list payment rails, with the number of open payments',
  show: listed('railid', 'state', 'railtype', 'asset', 'blockchain', 'under_way', 'institution'),
})

export const railsPayments = overConsole(railPaymentsCall, {
  words: { '[STATE]': 'state' },
  does: 'list payments over rails; with --stuck true those that wait for a person',
  show: listed('paymentid', 'state', 'stuck', 'received', 'received_currency', 'created_at', 'institution', 'reason'),
})

export const railsSuspend = overConsole(suspendRailCall, {
  ...change,
  does: 'suspend a rail at once, so that incoming payments are returned until it is resumed',
  show: changed,
})

export const railsResume = proposalOf('rail.resume', { RAIL: 'railid' }, 'resume a suspended rail')

export const railsCredit = proposalOf(
  'payment.credit',
  { PAYMENT: 'paymentid' },
  'credit a payment that can neither continue nor be returned to the balance of its institution',
)

export const railsClose = overConsole(closeRailCall, {
  ...change,
  does: 'close a rail permanently; later payments are returned',
  show: changed,
})

export const railsRetry = overConsole(retryPaymentCall, {
  words: { PAYMENT: 'id', 'WHY…': 'reason' },
  does: 'continue a payment that waits for an operator',
  show: ({ paymentid }) => `${paymentid} continues.`,
})
