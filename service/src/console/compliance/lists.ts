import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { riskClasses } from '@specie/protocol/onboarding/kyb.ts'
import {
  addOwnEntryCall,
  listEntriesCall,
  listEntryCall,
  listsCall,
  listVersionCall,
  listVersionsCall,
  refreshListCall,
} from '@specie/protocol/console/lists.ts'
import { hitFrom } from '@specie/screening/match/comparison.ts'
import { lacksLists } from '../../compliance/list/age.ts'
import { listEntries, listEntry } from '../../compliance/list/entries.ts'
import { listOverview } from '../../compliance/list/overview.ts'
import { watchlists } from '../../compliance/list/own.ts'
import { addOwnEntry } from '../../compliance/list/staff-entry.ts'
import { requestReading } from '../../compliance/list/request.ts'
import { isService } from '../../compliance/list/row.ts'
import { listVersion, listVersions } from '../../compliance/list/versions.ts'
import { requestAnswers } from '../../compliance/services/request.ts'
import { currentText, readText, textOf, versions } from '../../onboarding/agreement/texts.ts'
import { countryLists, reviewMonths } from '../../onboarding/kyb/risk.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { actorOf } from '../../directory/person.ts'
import { byPerson } from '../../people/by.ts'
import { ratio } from './case-parts.ts'

/** The lists for the screening of names, countries and contracts. */
export function listRoutes(routes: PeopleRoutes): void {
  routes.mount(listsCall, async (env) => ({
    is_missing: lacksLists(env),
    lists: await listOverview(env),
    watchlists: (await watchlists(env.db)).map(({ entries, changed_at, ...list }) => ({
      ...list,
      entries: Number(entries),
      changed_at: changed_at.toISOString(),
    })),
    review_from: ratio(hitFrom),
    countries: countryLists.map((list) => ({ ...list, countries: [...list.countries] })),
    reviews: riskClasses.map((risk_class) => ({ risk_class, months: reviewMonths[risk_class] })),
    agreements: agreementTexts(),
  }))
  routes.mount(listEntriesCall, ({ db }, _session, request) => listEntries(db, request))
  routes.mount(listEntryCall, ({ db }, _session, { id }) => listEntry(db, id))
  routes.mount(listVersionsCall, ({ db }, _session, request) => listVersions(db, request))
  routes.mount(listVersionCall, ({ db }, _session, { id }) => listVersion(db, id))
  routes.mount(refreshListCall, (env, session, { list }) =>
    isService(list)
      ? requestAnswers(env, list, actorOf(session.person))
      : requestReading(env, list, actorOf(session.person)),
  )
  routes.mount(addOwnEntryCall, async (env, session, { reason, ...entry }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const { id, name, kind, effect } = await env.db.tx((tx) => addOwnEntry(tx, entry, by))
    return { id, name, kind, effect }
  })
}

const agreementTexts = () =>
  products.flatMap((product) =>
    Object.keys(versions[product]).map((version) => {
      const text = textOf(product, version)
      return { ...text, is_sent: currentText(product).version === version, text: readText(text) }
    }),
  )
