import { products } from '@specie/protocol/endpoints/endpoint.ts'
import { riskClasses } from '@specie/protocol/onboarding/kyb.ts'
import { listEntriesCall, listsCall } from '@specie/protocol/console/lists.ts'
import { hitFrom } from '@specie/screening/match/comparison.ts'
import { watchlistEntries, watchlists } from '../../compliance/list/own.ts'
import { currentText, readText, textOf, versions } from '../../onboarding/agreement/texts.ts'
import { countryLists, reviewMonths } from '../../onboarding/kyb/risk.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { ratio } from './case-parts.ts'

/** The lists for the screening of names, countries and contracts. */
export function listRoutes(routes: PeopleRoutes): void {
  routes.mount(listsCall, async ({ db }) => ({
    watchlists: (await watchlists(db)).map(({ entries, changed_at, ...list }) => ({
      ...list,
      entries: Number(entries),
      changed_at: changed_at.toISOString(),
    })),
    review_from: ratio(hitFrom),
    countries: countryLists.map((list) => ({ ...list, countries: [...list.countries] })),
    reviews: riskClasses.map((risk_class) => ({ risk_class, months: reviewMonths[risk_class] })),
    agreements: agreementTexts(),
  }))
  routes.mount(listEntriesCall, ({ db }, _session, request) => watchlistEntries(db, request))
}

const agreementTexts = () =>
  products.flatMap((product) =>
    Object.keys(versions[product]).map((version) => {
      const text = textOf(product, version)
      return { ...text, is_sent: currentText(product).version === version, text: readText(text) }
    }),
  )
