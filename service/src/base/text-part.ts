import type { Part } from '@specie/protocol/web-api/search-text.ts'

// Conditions that use an index on a text, or on its reverse, with text_pattern_ops. They compare ranges of bytes, because
// LIKE uses an index only when the planner knows the text.

type Add = (value: unknown) => string

/** The text begins with `start`. */
export function beginsWith(sql: string, start: string, add: Add): string {
  return `(${sql} ~>=~ ${add(start)} and ${sql} ~<~ ${add(start + lastCharacter)})`
}

const lastCharacter = '\u{10ffff}'

/** The text has this beginning and this end. */
export function hasPart(sql: string, { start, end }: Part, add: Add): string {
  if (start === '') return beginsWith(`reverse(${sql})`, Array.from(end).toReversed().join(''), add)
  const begins = beginsWith(sql, start, add)
  return end === '' ? begins : `(${begins} and right(${sql}, ${end.length}) = ${add(end)})`
}

/** A uuid with this beginning and this end. */
export function uuidHasPart(sql: string, { start, end }: Part, add: Add): string | null {
  const digits = start.replaceAll('-', '')
  if (!/^[0-9a-f]{8,31}$/.test(digits)) return null
  const inRange = `${sql} between ${add(digits.padEnd(32, '0'))}::uuid and ${add(digits.padEnd(32, 'f'))}::uuid`
  return end === '' ? `(${inRange})` : `(${inRange} and right(${sql}::text, ${end.length}) = ${add(end)})`
}
