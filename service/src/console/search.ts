import { consoleSearchCall } from '@specie/protocol/console/search.ts'
import { search } from '../web-api/search.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'
import { scopeOf } from './may-read.ts'

export function searchRoutes(routes: PeopleRoutes): void {
  routes.mount(consoleSearchCall, (env, { person }, request) => search(env, request, scopeOf(person.roles)))
}
