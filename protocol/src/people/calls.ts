import type { PeopleCall } from './call.ts'
import { companyCalls } from './company-calls.ts'
import { factorCalls } from './factors.ts'
import { kybCalls } from './kyb-calls.ts'
import { personCalls } from './persons.ts'
import { sessionCalls } from './session.ts'
import { tokenCalls } from './tokens.ts'

/** Every call of the portal and the console, in the order of the documentation. */
export const peopleCalls: readonly PeopleCall[] = [
  ...sessionCalls,
  ...factorCalls,
  ...tokenCalls,
  ...personCalls,
  ...companyCalls,
  ...kybCalls,
]
