import { bankNextAsk } from '@specie/counterparts/bank/control.ts'
import { venueNextAsk } from '@specie/counterparts/liquidity/control.ts'
import { providerRateAsk } from '@specie/counterparts/provider/routes.ts'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import type { z } from 'zod'
import { expect, test } from 'vitest'

// The examples of docs/cli.md for calls whose required fields alone have no effect.

const withExample = sandboxCalls.filter(({ example }) => example !== undefined)

/** The counterparts check their requests themselves. */
const outside: { readonly [call: string]: z.ZodType } = {
  bank: bankNextAsk,
  provider: providerRateAsk,
  venue: venueNextAsk,
}

test.each(withExample)('$name accepts its example', ({ name, request, example }) => {
  expect(request.safeParse(example).error).toBeUndefined()
  expect(outside[name]?.safeParse(example).error).toBeUndefined()
})

test('a call without required fields that would be refused empty has an example', () => {
  expect(withExample.map(({ name }) => name)).toEqual(['people', 'bank', 'provider', 'venue'])
})
