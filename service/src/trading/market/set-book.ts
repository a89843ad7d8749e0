import type { Env } from '../../base/env.ts'

type Levels = readonly (readonly [price: string, qty: string])[]

/** A book that replaces the market's, best price first. */
export type ManualBook = { readonly bids: Levels; readonly asks: Levels }

/**
 * Sets the book of a pair; null restores the market's. It takes effect in every process with the commit, because an order
 * names the version that it was decided on. Without `until` it has no end.
 */
export async function setBook(
  { db, clock }: Pick<Env, 'db' | 'clock'>,
  symbol: string,
  book: ManualBook | null,
  until: Date | null,
): Promise<void> {
  await db.query(
    `insert into trading.pair as pair (symbol, book, book_until, updated_at) values ($1, $2, $3, $4)
     on conflict (symbol) do update set book = excluded.book, book_until = excluded.book_until,
       version = pair.version + 1, updated_at = excluded.updated_at`,
    [symbol, book === null ? null : JSON.stringify(book), until, clock.now()],
  )
}
