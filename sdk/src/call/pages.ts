import type { CallOptions } from './call-types.ts'

type Fields = Readonly<Record<string, unknown>>
type Page = { readonly next_cursor: string | null } & Readonly<Record<string, unknown>>
type Make = (request: Fields, options: CallOptions) => Promise<unknown>

/** The rows of all pages, one after the other; the next page is fetched on demand. */
export async function* allRows(
  make: Make,
  list: string,
  request: Fields,
  options: CallOptions,
): AsyncGenerator<unknown, void> {
  let cursor = request['cursor']
  do {
    const page = (await make({ limit: 500, ...request, cursor }, options)) as Page
    yield* page[list] as unknown[]
    cursor = page.next_cursor
  } while (cursor !== null)
}
