/** Statements with these words, or with a function of our own schemas, may write. */
const mayWrite =
  /\b(insert|update|delete|merge|truncate|share|nextval|setval|pg_notify)\b|advisory|\b[a-z]+\.[a-z_]+\s*\(/i
const startsAsRead = /^\s*(select|with)\b/i

const cache = new Map<string, boolean>()

/** True for a statement that certainly only reads; false in doubt. */
export function isRead(text: string): boolean {
  const found = cache.get(text)
  if (found !== undefined) return found
  const reads = startsAsRead.test(text) && !mayWrite.test(text)
  if (cache.size < cacheLimit) cache.set(text, reads)
  return reads
}

/** Statements are written in the code, so there are few. Text built at run time beyond this limit is not cached. */
const cacheLimit = 2_000
