import { details, table } from '../show.ts'

// How answers of the API are printed.

type Page = { readonly next_cursor: string | null }

/** The rows of a page as a table, and how to get the next page. */
export const rowsOf =
  <const List extends string, Row extends object>(list: List, ...columns: (keyof Row & string)[]) =>
  (page: Page & { readonly [name in List]: readonly Row[] }): string =>
    table(page[list], columns) + moreOf(page)

const moreOf = ({ next_cursor }: Page): string =>
  next_cursor === null ? '' : `\nThere are more; add --all, or --cursor ${next_cursor}`

type Validated = { readonly validated: boolean }

/** A sentence, then every field of the answer; a dry run is marked as one. */
export const showAnswer =
  <Answer extends object>(sentence: (answer: Answer) => string) =>
  (answer: Answer & Partial<Validated>): string => {
    const { validated, ...rest } = answer
    return `${validated ? 'Nothing was done. It would be: ' : ''}${sentence(answer)}\n${indented(details(without(rest)))}`
  }

/** Fields of every answer, of no interest to people. */
function without(answer: object): object {
  return Object.fromEntries(
    Object.entries(answer).filter(([name, value]) => !['timestamp', 'result'].includes(name) && value !== ''),
  )
}

export const indented = (text: string): string => text.replaceAll(/^/gm, '  ')

type Exchanged = {
  readonly bought: string
  readonly bought_currency: string
  readonly sold: string
  readonly sold_currency: string
  readonly fee: string
  readonly fee_currency: string
}

export const exchange = (one: Exchanged): string =>
  `bought ${one.bought} ${one.bought_currency} for ${one.sold} ${one.sold_currency}, fee ${one.fee} ${one.fee_currency}`
