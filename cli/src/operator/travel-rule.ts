import {
  decideExchangeCall,
  exchangeCall,
  exchangesCall,
  retryExchangeCall,
} from '@specie/protocol/console/exchanges.ts'
import { details, listed } from '../show.ts'
import { overConsole } from './over-console.ts'

export const travelRuleList = overConsole(exchangesCall, {
  words: { '[STATE]': 'state' },
  does: 'list exchanges with other providers; inquiries that are acknowledged wait for a decision',
  show: listed('exchangeid', 'direction', 'state', 'quantity', 'asset', 'vasp', 'institution', 'problem'),
})

export const travelRuleShow = overConsole(exchangeCall, {
  words: { EXCHANGE: 'id' },
  does: 'show an exchange with its parties and its messages',
  show: details,
})

export const travelRuleDecide = overConsole(decideExchangeCall, {
  words: { 'approve|reject': 'decision', EXCHANGE: 'id', 'WHY…': 'reason' },
  does: 'decide on an inquiry of another provider',
  show: ({ exchangeid, state }) => `${exchangeid} is ${state}.`,
})

export const travelRuleRetry = overConsole(retryExchangeCall, {
  words: { EXCHANGE: 'id', 'WHY…': 'reason' },
  does: 'send a message again that another provider has not taken for three days',
  show: ({ exchangeid, due }) => `The ${due} of ${exchangeid} is sent again.`,
})
