import { pullSwitchCall, switchesCall } from '@specie/protocol/console/switches.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { table } from '../show.ts'

export const switchList = overConsole(switchesCall, {
  does: 'list everything that can be stopped, and who has pulled it',
  show: ({ items }) =>
    table(
      items.map(({ what, title, pulled }) => ({
        what,
        title,
        since: pulled?.since ?? null,
        actor: pulled?.actor ?? null,
        reason: pulled?.reason ?? null,
      })),
      ['what', 'title', 'since', 'actor', 'reason'],
    ),
})

export const switchPull = overConsole(pullSwitchCall, {
  words: { SWITCH: 'what', 'WHY…': 'reason' },
  does: 'pull a switch at once, in every process',
  show: ({ what, changed }) => (changed ? `${what} is halted.` : `${what} was halted already.`),
})

export const switchLift = proposalOf(
  'switch.lift',
  { SWITCH: 'what' },
  'lift a switch; a pair needs `specie trading resume`',
)
