import type { Machine } from '@specie/protocol/machines.ts'
import { type ApiError, badRequest } from '../http/errors.ts'

/** Words for states in a sentence; a state that is not listed is called by its own name. */
export type StateWords = { readonly [state: string]: string }

/**
 * The sentence for a step that is impossible in the current state: already done or, if not, the states in which it is
 * possible. `what`: the subject, as in ‘This key is already frozen.’
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
  return badRequest('state', `This ${what} is ${called(state)}: this is possible only while it is ${from}.`, field)
}
