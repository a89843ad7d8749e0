import { clientFor, commonOptions } from './client.ts'
import type { Command } from './command.ts'
import { CommandError, Misuse } from './errors.ts'
import { typedFields } from './integrator/typed-fields.ts'
import { accountOf } from './profile/account.ts'
import { details } from './show.ts'

// The controls of UAT: wires, wallets, time, faults. They are not part of the API and not in production.

const json = { ...commonOptions }

/** Paths that are asked, unless there is something to tell. */
const asked = /^(clock|rates|scenarios|counterparts\/\w+|explorer.*|chains\/\w+)$/
/** Calls that are about an institution: the profile's own where none is named. */
const aboutInstitution = ['wires', 'addresses', 'bankaccounts', 'deposits', 'holds']

export const sandbox: Command = {
  words: ['PATH', '[FIELD=VALUE …]'],
  anyText: true,
  does: 'make any call of the sandbox of UAT by its path; specie sandbox scenarios lists what can be reached',
  options: json,
  examples: [
    'wires currency=CHF amount=300000',
    'clock/advance seconds:=1800',
    'addresses blockchain=ETH label=treasury address=0x52908400098527886E0F7030069857D2E4169EE7',
    'deposits asset=VCHF blockchain=ETH amount=1000',
    'payments railid=01a1dd43-ac0c-7e54-8089-855b9399b74a amount=1000',
    "holds on='next mint' reason=aml_review",
    'clock/reset {}',
  ],
  run: async (env, [path, ...words], given) => {
    const account = accountOf(env, given)
    const own = aboutInstitution.includes(path!) && account.institutionid !== null
    const fields = { ...(own ? { institutionid: account.institutionid } : {}), ...typedFields(words) }
    const isQuestion = words.length === 0 && asked.test(path!)
    const answer = await clientFor(env, account).sandbox.call(path!, isQuestion ? undefined : fields)
    env.print(JSON.stringify(answer, null, 2))
    return 0
  },
}

export const sandboxAdvance: Command = {
  words: ['TIME'],
  does: 'let settlement time pass; when it answers, everything that fell due is done',
  options: json,
  examples: ['3h', '30m', '2d', '90'],
  run: async (env, [time], given) => {
    const seconds = secondsOf(time!)
    const clock = await clientFor(env, accountOf(env, given)).sandbox.advance({ seconds })
    env.print(given['json'] === true ? JSON.stringify(clock, null, 2) : details(clock))
    return 0
  },
}

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

export function secondsOf(time: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(time) ?? []
  if (count === undefined) throw new Misuse(`${JSON.stringify(time)} is no time: write 90, 30m, 3h or 2d.`)
  return Number(count) * units[unit as keyof typeof units]
}

type Scenario = { readonly [field: string]: unknown }

export const sandboxScenarios: Command = {
  words: ['[WORD]'],
  does: 'list how to reach every state in UAT, or those about a word',
  options: json,
  examples: ['', 'held'],
  run: async (env, [word], given) => {
    const { scenarios } = (await clientFor(env, accountOf(env, given)).sandbox.scenarios()) as {
      scenarios: Scenario[]
    }
    const found = scenarios.filter((one) => word === undefined || JSON.stringify(one).includes(word))
    if (found.length === 0) throw new CommandError(`No scenario is about ${JSON.stringify(word)}.`)
    env.print(given['json'] === true ? JSON.stringify(found, null, 2) : found.map(details).join('\n\n'))
    return 0
  },
}
