import { statement } from '@specie/protocol/endpoints/transfers.ts'
import { portalSearchCall } from '@specie/protocol/portal/search.ts'
import type { PlaceKind } from '@specie/protocol/web-api/places.ts'
import { institutionRefusal } from '../access/gate.ts'
import type { Env } from '../base/env.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'
import { search } from '../web-api/search.ts'
import type { MayRead } from '../web-api/search-statements.ts'

export function portalSearchRoutes(routes: PeopleRoutes): void {
  routes.mount(portalSearchCall, async (env, { person }, request) => {
    const institutionId = person.institutionId!
    return search(env, request, { side: 'portal', institutionId, mayRead: await ownKinds(env, institutionId) })
  })
}

/**
 * Rows that people of an institution read in any standing, because they lead to a better one. All others are about money.
 */
const always: ReadonlySet<PlaceKind> = new Set<PlaceKind>([
  'agreement',
  'api_key',
  'approval',
  'bank_account',
  'member',
  'wallet',
])

/** Movements are found with the right to read statements. */
async function ownKinds(env: Env, institutionId: string): Promise<MayRead> {
  const standing = await standingOfInstitution(env.db, institutionId)
  const mayReadMoney = institutionRefusal(standing, statement.needs) === null
  return (kind) => mayReadMoney || always.has(kind)
}
