import type { Machine } from '@specie/protocol/machines.ts'
import { type ApiError, badRequest } from '../http/errors.ts'

/** How a state is called in a sentence; those that are not here are called by their own name. */
export type StateWords = { readonly [state: string]: string }

/**
 * What is told when something cannot be done to a thing in its state: that it is done already or, if not, in which states it
 * can be. `what`: the thing, as in ‘This key is already frozen.’
 */
export function refusedInState(
  what: string,
  { states }: Machine,
  state: string,
  event: string,
  { words = {}, field = 'id' }: { words?: StateWords; field?: string } = {},
): ApiError {
  const called = (one: string) => words[one] ?? one.replaceAll('_', ' ')
  const steps = Object.entries(states).filter(([, events]) => Object.hasOwn(events, event))
  if (steps.some(([, events]) => events[event] === state))
    return badRequest('state', `This ${what} is already ${called(state)}.`, field)
  const from = steps.map(([one]) => called(one)).join(' or ')
  return badRequest('state', `This ${what} is ${called(state)}: that can be done only while it is ${from}.`, field)
}
