import { acts } from '@specie/protocol/people/acts.ts'
import { type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import type { Scope } from '../web-api/search-statements.ts'

/** Whether one of these roles may read items of this kind. */
export const mayRead = (roles: readonly string[], kind: PlaceKind): boolean =>
  acts[places[kind].act].roles.some((role) => roles.includes(role))

/** The search results of a staff member. */
export const scopeOf = (roles: readonly string[]): Scope => ({
  side: 'console',
  roles,
  mayRead: (kind) => mayRead(roles, kind),
})
