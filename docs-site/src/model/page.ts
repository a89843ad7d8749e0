import type { Html } from '../markup/html.ts'

/** One page of the documentation. */
export type Page = {
  readonly path: `/docs${string}`
  readonly title: string
  /** The short title for the navigation. */
  readonly short: string
  /** One sentence: under the title, and in the results of a search. */
  readonly about: string
  /** Other words that lead to it in the search. */
  readonly words?: string
  /** Its first section has the same sentence. */
  readonly withoutLead?: true
  readonly body: () => Html | readonly Html[]
}

/** A group of pages in the navigation. */
export type Group = { readonly reader: string; readonly title: string; readonly pages: readonly Page[] }
