import { discardRuleCall, ruleCall, rulesCall, shadowRuleCall, tryRuleCall } from '@specie/protocol/console/rules.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Command } from '../command.ts'
import { table } from '../show.ts'
import { consoleCall } from './console.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'

export const rulesList = overConsole(rulesCall, {
  does: 'list the monitoring rules with their versions and their hits of the last 30 days',
  show: ({ versions }) => table(versions, ['versionid', 'name', 'number', 'state', 'hits', 'shadow_hits', 'text']),
})

export const rulesShow = overConsole(ruleCall, {
  words: { RULE: 'id' },
  does: 'show a monitoring rule with its versions and its last hits',
  show: ({ name, versions, hits }) =>
    [
      name,
      table(versions, ['versionid', 'number', 'state', 'text']),
      '',
      table(
        hits.map(({ institution, is_shadow, ...hit }) => ({
          ...hit,
          institution: institution.name,
          in_shadow: is_shadow ? 'yes' : 'no',
        })),
        ['at', 'number', 'in_shadow', 'institution', 'kind', 'itemid', 'text'],
      ),
    ].join('\n'),
})

type Tried = PeopleResponse<typeof tryRuleCall>

const dayMs = 86_400_000
/** More hits are counted, and not shown. */
const maxShown = 200

/** Repeats the call until all items of the time were looked at. */
export const rulesTry: Command = {
  does: 'try a version of a monitoring rule on the items of the past; nothing is held',
  words: ['VERSION'],
  options: {
    days: { value: 'DAYS', does: 'the days before now to look at; 365 by default' },
    json: { does: 'the answer as JSON' },
  },
  examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a --days 30'],
  run: async (env, [id], given) => {
    const to = env.now()
    const from = new Date(to.getTime() - Number(given['days'] ?? 365) * dayMs)
    const time = { id: id!, from: from.toISOString(), to: to.toISOString() }
    const answers: Tried[] = []
    for (let after: string | null = ''; after !== null; after = answers.at(-1)!.next)
      answers.push(await consoleCall(env, tryRuleCall, { ...time, ...(after !== '' && { after }) }))
    const whole = {
      looked_at: sum(answers, ({ looked_at }) => looked_at),
      fired: sum(answers, ({ fired }) => fired),
      hits: answers.flatMap(({ hits }) => hits),
    }
    env.print(given['json'] === true ? JSON.stringify(whole, null, 2) : shown(whole))
    return 0
  },
}

const sum = (answers: readonly Tried[], of: (one: Tried) => number): number =>
  answers.reduce((total, one) => total + of(one), 0)

const shown = ({ looked_at, fired, hits }: Pick<Tried, 'looked_at' | 'fired' | 'hits'>): string =>
  [
    `It would have fired for ${fired} of ${looked_at} items.`,
    ...(fired === 0
      ? []
      : [
          table(
            hits.slice(0, maxShown).map(({ institution, ...hit }) => ({ ...hit, institution: institution.name })),
            ['at', 'institution', 'kind', 'itemid', 'text'],
          ),
        ]),
  ].join('\n')

const changed = ({ name, number, state }: PeopleResponse<typeof shadowRuleCall>): string =>
  `Version ${number} of «${name}» is ${state}.`

export const rulesShadow = overConsole(shadowRuleCall, {
  words: { VERSION: 'id', 'WHY…': 'reason' },
  does: 'run a version of a monitoring rule in shadow, so that its hits are noted and nothing is held',
  show: changed,
})

export const rulesDiscard = overConsole(discardRuleCall, {
  words: { VERSION: 'id', 'WHY…': 'reason' },
  does: 'discard a version of a monitoring rule that is not active',
  show: changed,
})

export const rulesActivate = proposalOf(
  'rule.activate',
  { VERSION: 'versionid' },
  'activate a version of a monitoring rule',
)

export const rulesRetire = proposalOf('rule.retire', { VERSION: 'versionid' }, 'retire an active monitoring rule')
