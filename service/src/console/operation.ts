import { heldKinds, type HeldKind } from '@specie/protocol/holds.ts'
import { operationCall } from '@specie/protocol/people/operation.ts'
import type { PlaceKind } from '@specie/protocol/people/places.ts'
import { ApiError } from '../base/http/errors.ts'
import { heldThing, holdsOn } from '../compliance/case.ts'
import { search } from '../portal/search.ts'
import type { PeopleRoutes } from '../portal/serve.ts'
import { historyOf } from './case-parts.ts'
import { thingView } from './hold-case.ts'

const shown: readonly PlaceKind[] = [...heldKinds, 'order', 'conversion']

/** One operation of whatever kind, found as the search finds it. */
export function operationRoutes(routes: PeopleRoutes): void {
  routes.mount(operationCall, async (env, _session, { id }) => {
    const { items } = await search(env, id, { side: 'console', mayRead: (kind) => shown.includes(kind) })
    const [found] = items
    if (found === undefined) throw new ApiError('not_found', { id }, 'There is no such operation.')
    const { kind, title, institution } = found
    const held = isHeldKind(kind) ? kind : null
    const [facts, holds, history] = await Promise.all([
      heldThing(env, held, id),
      holdsOn(env.db, id),
      historyOf(env.db, id),
    ])
    const thing = held !== null && facts !== null ? { kind: held, ...thingView(held, facts) } : null
    return { kind, id, title: thing?.title ?? title, institution, thing, holds, history }
  })
}

const isHeldKind = (kind: PlaceKind): kind is HeldKind => (heldKinds as readonly string[]).includes(kind)
