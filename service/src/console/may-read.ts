import { acts } from '@specie/protocol/people/acts.ts'
import { type PlaceKind, places } from '@specie/protocol/people/places.ts'

/** Whether one of these roles may read things of this kind. */
export const mayRead = (roles: readonly string[], kind: PlaceKind): boolean =>
  acts[places[kind].act].roles.some((role) => roles.includes(role))
