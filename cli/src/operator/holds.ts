import { holdCall, holdsCall, placeHoldCall } from '@specie/protocol/console/holds.ts'
import { holdDecisions } from '@specie/protocol/holds.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { details, listed } from '../show.ts'

export const holdsList = overConsole(holdsCall, {
  words: { '[STATE]': 'state' },
  does: 'list holds of staff and of screening',
  show: listed('holdid', 'state', 'reason', 'on', 'placed_by', 'created_at', 'institution'),
})

export const holdsShow = overConsole(holdCall, {
  words: { HOLD: 'id' },
  does: 'show a hold with its effect and the people who placed and ended it',
  show: details,
})

export const holdsPlace = overConsole(placeHoldCall, {
  words: { INSTITUTION: 'institutionid', ON: 'on', REASON: 'reason' },
  does: "place a hold at once, on an id or on 'next mint' and the like; e.g. for aml_review",
  show: ({ holdid, status, irrevocable }) => `Hold ${holdid}: ${irrevocable ?? status}`,
})

const decision = holdDecisions.join('|')

export const holdsPropose = proposalOf(
  'hold.decide',
  { [decision]: 'decision', HOLD: 'holdid' },
  'end a hold, or freeze the incoming money that it stops',
)
