import { partiesCall, partyCall } from '@specie/protocol/console/parties.ts'
import { partyDecisions } from '@specie/protocol/parties.ts'
import { details, listed } from '../show.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'

export const screeningParties = overConsole(partiesCall, {
  words: { '[STATE]': 'state' },
  does: 'list registered parties that match an entry of a list; open ones wait for a decision',
  show: listed('partyid', 'institution', 'what', 'name', 'open', 'cleared', 'confirmed', 'since'),
})

export const screeningParty = overConsole(partyCall, {
  words: { PARTY: 'id' },
  does: 'show a registered party next to the entries that it matches, with the parts of each score',
  show: details,
})

export const screeningDecide = proposalOf(
  'party.decide',
  { [partyDecisions.join('|')]: 'decision', PARTY: 'partyid' },
  'clear the matches of a party, which is another one than the entries, or to confirm them',
)
