import { callTable } from '@specie/sdk/generated/calls.gen.ts'
import { clientOf, commonOptions } from '../client.ts'
import type { Command } from '../command.ts'
import { Misuse } from '../errors.ts'
import { nearest } from '@specie/protocol/nearest.ts'
import { isRefused } from './outcome.ts'
import { type Fields } from './over-api.ts'
import { typedFields } from './typed-fields.ts'

const rail = {
  railtype: 'StablecoinToFiat',
  sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
  bankaccount: { destination: 'CH9300762011623852957' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}

/** Any call of the API by its name; the answer is JSON. */
export const call: Command = {
  words: ['NAME', '[FIELD=VALUE …]'],
  anyText: true,
  does: 'make any call of the API by its name, with its fields or one JSON text',
  options: commonOptions,
  examples: [
    'accountBalance',
    'mintTokens asset=VCHF blockchain=ETH quantity=250000',
    `addPaymentRail '${JSON.stringify(rail)}'`,
  ],
  run: async (env, [name, ...words], given) => {
    const known = callNamed(name!)
    const ask = clientOf(env, given)[known] as (fields: Fields) => Promise<object>
    const answer = await ask(typedFields(words))
    env.print(JSON.stringify(answer, null, 2))
    return 'id' in callTable[known] && isRefused(known, answer) ? 1 : 0
  },
}

export type CallName = keyof typeof callTable

export function callNamed(name: string): CallName {
  const names = Object.keys(callTable)
  if (names.includes(name)) return name as CallName
  const near = nearest(name, names)
  throw new Misuse(
    `There is no call ${JSON.stringify(name)}.${near === null ? '' : ` Did you mean ${near}?`} Calls: ${names.join(', ')}.`,
  )
}
