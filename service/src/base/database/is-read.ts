/** What changes something or may: these words, and any function of our own schemas. */
const mayWrite =
  /\b(insert|update|delete|merge|truncate|share|nextval|setval|pg_notify)\b|advisory|\b[a-z]+\.[a-z_]+\s*\(/i
const begins = /^\s*(select|with)\b/i

const known = new Map<string, boolean>()

/** True for a statement that certainly only reads. In doubt it is false. */
export function isRead(text: string): boolean {
  const found = known.get(text)
  if (found !== undefined) return found
  const reads = begins.test(text) && !mayWrite.test(text)
  if (known.size < mostKnown) known.set(text, reads)
  return reads
}

/** Statements are written in the code, so there are not many; should one be put together, it is looked at each time. */
const mostKnown = 2_000
