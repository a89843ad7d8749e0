import { haltPairCall, pairsCall, venuesCall } from '@specie/protocol/console/trading.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed } from '../show.ts'

export const tradingPairs = overConsole(pairsCall, {
  does: 'list the pairs: whether each trades, why not, and what was filled in the last hour',
  show: linesOf(({ symbol, state, reason, filled, desk }) => {
    const [base, quote] = symbol.split('/')
    const hour = filled === '0' ? '' : `; last hour: ${filled} ${base} filled`
    const own = desk === null ? '' : `; desk, net: ${desk.base} ${base}, ${desk.quote} ${quote}`
    return `${symbol.padEnd(10)} ${state}${reason === null ? '' : `: ${reason}`}${hour}${own}`
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
