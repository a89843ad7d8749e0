import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { clientFor, commonOptions } from '../client.ts'
import type { Command } from '../command.ts'
import { CommandError, Misuse } from '../errors.ts'
import { accountOf } from '../profile/account.ts'
import { details } from '../show.ts'
import { commandNameOf } from './command-name.ts'
import { overSandbox } from './over-sandbox.ts'

// The controls of UAT: wires, wallets, time, faults. They are not part of the API and absent in production.

const advance: Command = {
  words: ['TIME'],
  does: 'advance settlement time; returns once everything due is done',
  options: commonOptions,
  examples: ['3h', '30m', '2d', '90'],
  run: async (env, [time], given) => {
    const seconds = secondsOf(time!)
    const clock = await clientFor(env, accountOf(env, given)).sandbox.advance({ seconds })
    env.print(given['json'] === true ? JSON.stringify(clock, null, 2) : details(clock))
    return 0
  },
}

const units = { s: 1, m: 60, h: 3_600, d: 86_400 } as const

function secondsOf(time: string): number {
  const [, count, unit = 's'] = /^(\d{1,9})([smhd])?$/.exec(time) ?? []
  if (count === undefined) throw new Misuse(`${JSON.stringify(time)} is no time. Write 90, 30m, 3h or 2d.`)
  return Number(count) * units[unit as keyof typeof units]
}

type Scenario = { readonly [field: string]: unknown }

const scenarios: Command = {
  words: ['[WORD]'],
  does: 'list how to reach every state in UAT, or the states that mention a word',
  options: commonOptions,
  examples: ['', 'held'],
  run: async (env, [word], given) => {
    const { scenarios } = (await clientFor(env, accountOf(env, given)).sandbox.scenarios()) as {
      scenarios: Scenario[]
    }
    const found = scenarios.filter((one) => word === undefined || JSON.stringify(one).includes(word))
    if (found.length === 0) throw new CommandError(`No scenario mentions ${JSON.stringify(word)}.`)
    env.print(given['json'] === true ? JSON.stringify(found, null, 2) : found.map(details).join('\n\n'))
    return 0
  },
}

/** Every call of the sandbox; two of them have a special form. */
export const sandboxCommands: { readonly [name: string]: Command } = {
  'sandbox advance': advance,
  'sandbox scenarios': scenarios,
  ...Object.fromEntries(
    sandboxCalls
      .filter(({ name }) => !['advanceClock', 'scenarios'].includes(name))
      .map((call) => [commandNameOf(call.name), overSandbox(call)]),
  ),
}
