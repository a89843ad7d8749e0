import type { Html } from './markup/html.ts'

/** One page of the documentation. */
export type Page = {
  readonly path: `/docs${string}`
  readonly title: string
  /** The title in the navigation, where there is less room. */
  readonly short: string
  /** One sentence: under the title, and in the results of a search. */
  readonly about: string
  /** Its first section says the same. */
  readonly withoutLead?: true
  readonly body: () => Html | readonly Html[]
}

/** Pages that stand together in the navigation. */
export type Group = { readonly reader: string; readonly title: string; readonly pages: readonly Page[] }
