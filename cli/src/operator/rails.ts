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
  does: 'list payment rails, with how many payments are under way',
  show: listed('railid', 'state', 'railtype', 'asset', 'blockchain', 'under_way', 'institution'),
})

export const railsPayments = overConsole(railPaymentsCall, {
  words: { '[STATE]': 'state' },
  does: 'list payments over rails; with --stuck true those that wait for a person',
  show: listed('paymentid', 'state', 'stuck', 'received', 'received_currency', 'created_at', 'institution', 'reason'),
})

export const railsSuspend = overConsole(suspendRailCall, {
  ...change,
  does: 'send back what arrives over a rail, at once, until it is resumed',
  show: changed,
})

export const railsResume = proposalOf('rail.resume', { RAIL: 'railid' }, 'let a suspended rail serve again')

export const railsClose = overConsole(closeRailCall, {
  ...change,
  does: 'close a rail for good; what arrives over it goes back',
  show: changed,
})

export const railsRetry = overConsole(retryPaymentCall, {
  words: { PAYMENT: 'id', 'WHY…': 'reason' },
  does: 'let a payment that waits for a person go on from where it stopped',
  show: ({ paymentid }) => `${paymentid} goes on.`,
})
