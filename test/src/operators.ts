import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { TestDatabase } from './database.ts'
import { testEnv } from './env.ts'
import { staff, tokenOf } from './people.ts'
import { type Said, specie } from './programs/specie.ts'

/**
 * A command that needs two operators: one requests it, another approves it, each signed in to the service at this address.
 * Returns the second one's output; or the first one's, if refused.
 */
export async function twoOperators(
  { database, origin }: { database: TestDatabase; origin: string },
  ...words: string[]
): Promise<Said> {
  const env = testEnv(database)
  const as = async (role: StaffRole) => {
    const { token } = await tokenOf(env, await staff(env, role))
    return { DATABASE_URL: database.url, SPECIE_URL: origin, SPECIE_TOKEN: token }
  }
  const request = await specie(await as('operations'), ...words)
  const id = /request (\S+) waits for a second approver/.exec(request.said)?.[1]
  return id === undefined ? request : specie(await as('treasury'), 'approvals', 'approve', id)
}
