import { haltPairCall, pairsCall, venuesCall } from '@specie/protocol/console/trading.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { linesOf, listed } from '../show.ts'

export const tradingPairs = overConsole(pairsCall, {
  does: 'list the pairs: which of them trade, why the others do not, and what the desk has traded in the last hour',
  show: linesOf(({ symbol, state, reason, desk }) => {
    const [base, quote] = symbol.split('/')
    const traded = desk === null ? '' : `; desk, last hour: ${desk.base} ${base}, ${desk.quote} ${quote}`
    return `${symbol.padEnd(10)} ${state}${reason === null ? '' : `: ${reason}`}${traded}`
  }),
})

export const tradingHalt = overConsole(haltPairCall, {
  words: { SYMBOL: 'symbol', 'WHY…': 'reason' },
  does: 'take a pair off the market at once, in every process',
  show: ({ symbol, changed }) => (changed ? `${symbol} is halted.` : `${symbol} was halted for that reason already.`),
})

export const tradingResume = proposalOf('pair.resume', { SYMBOL: 'symbol' }, 'let a pair trade again')

export const tradingVenues = overConsole(venuesCall, {
  does: 'list the venues whose quotes are traded on',
  show: listed('name', 'institutionid', 'created_at', 'institution'),
})

export const tradingVenue = proposalOf(
  'venue.register',
  { NAME: 'name', INSTITUTION: 'institutionid' },
  'trade on the quotes of a venue that LIQUIDITY names; its inventory is what that institution has with us',
)
