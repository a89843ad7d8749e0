import { changesCall } from '@specie/protocol/web-api/changes.ts'
import { learnsOf } from '@specie/protocol/web-api/topics.ts'
import { onCloseOf } from '../api/serve.ts'
import { leaveSlot } from '../base/http/load.ts'
import { cursorOf, placeOf } from './changes/place.ts'
import type { ChangeWatch } from './changes/watch.ts'
import type { PeopleRoutes } from './routes.ts'

/** The long poll that keeps pages up to date. */
export function changeRoutes(routes: PeopleRoutes, watch: ChangeWatch): void {
  routes.mount(changesCall, async (_env, { id, person }, { cursor, wait = 0 }, { request, reply }) => {
    leaveSlot(request)
    const { side, institutionId, roles } = person
    const reader = { side, institutionId, sessionId: id }
    const { topics, place } = await watch.changesAfter(placeOf(cursor), reader, wait, onCloseOf(reply))
    return { topics: topics.filter((topic) => learnsOf(topic, side, roles)), next_cursor: cursorOf(place) }
  })
}
