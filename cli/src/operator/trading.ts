import { haltPairCall, pairsCall, venuesCall } from '@specie/protocol/console/trading.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed } from '../show.ts'

export const tradingPairs = overConsole(pairsCall, {
  does: 'list the pairs with their state, the reason of a halt, and the trades of the desk in the last hour',
  show: linesOf(({ symbol, state, reason, desk }) => {
    const [base, quote] = symbol.split('/')
    const counted = desk !== null && (desk.base !== '0' || desk.quote !== '0')
    const traded = counted ? `; desk, last hour: ${desk.base} ${base}, ${desk.quote} ${quote}` : ''
    const atPar = desk === null ? '; at par, the desk is not counted' : ''
    return `${symbol.padEnd(10)} ${state}${reason === null ? '' : `: ${reason}`}${traded}${atPar}`
  }),
})

export const tradingHalt = overConsole(haltPairCall, {
  words: { SYMBOL: 'symbol', 'WHY…': 'reason' },
  does: 'halt a pair at once, in every process',
  show: ({ symbol, changed }) => (changed ? `${symbol} is halted.` : `${symbol} was halted for that reason already.`),
})

export const tradingResume = proposalOf('pair.resume', { SYMBOL: 'symbol' }, 'resume trading of a pair')

export const tradingVenues = overConsole(venuesCall, {
  does: 'list the venues whose quotes are used',
  show: listed('name', 'institutionid', 'created_at', 'institution'),
})

export const tradingVenue = proposalOf(
  'venue.register',
  { NAME: 'name', INSTITUTION: 'institutionid' },
  'use the quotes of a venue of LIQUIDITY; the balance of that institution is its inventory',
)
