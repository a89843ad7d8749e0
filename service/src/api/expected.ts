import type { z } from 'zod'

type Issue = z.core.$ZodIssue

/** The beginning of zod's own text when a schema has no description of the expected value. */
const unspoken = /^(Invalid|Too (small|big)|Unrecognized)/

/** The expected value of a field, in words: the schema's own, or derived from the violated rule. */
export function expected(issue: Issue): string {
  return unspoken.test(issue.message) ? wordsOf(issue) : issue.message
}

// The received value is never repeated. It may contain anything.
function wordsOf(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_value':
      return issue.values.length === 1
        ? `only ${String(issue.values[0])}`
        : `one of ${issue.values.map(String).join(', ')}`
    case 'invalid_type':
      return types[issue.expected] ?? 'something else'
    case 'invalid_format':
      return formats[issue.format] ?? 'in another form'
    case 'too_small':
      return `at least ${bound(issue.origin, issue.minimum)}`
    case 'too_big':
      return `at most ${bound(issue.origin, issue.maximum)}`
    case 'invalid_union':
      return firstOf(issue) ?? 'in one of the forms that this call takes'
    default:
      return 'something else'
  }
}

/** For forms of a union that differ in one part, the sentence names that part; for different kinds, it names all kinds. */
function firstOf(issue: Extract<Issue, { code: 'invalid_union' }>): string | null {
  const words = issue.errors.flatMap((issues) => (issues[0] ? [expected(issues[0])] : []))
  return words.length === 0 ? null : [...new Set(words)].join(', or ')
}

const types: { readonly [type: string]: string } = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  tuple: 'a list of a fixed length',
  object: 'an object',
  record: 'an object',
}

const formats: { readonly [format: string]: string } = {
  uuid: 'an id, as 01a1dd43-ac0c-7e54-8089-855b9399b74a',
  datetime: 'a time in UTC, as 2026-11-14T12:00:00Z',
  date: 'a date, as 2026-11-14',
  url: 'an address that begins with https://',
}

const units: { readonly [origin: string]: readonly [one: string, many: string] } = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
}

function bound(origin: string, limit: number | bigint): string {
  const unit = units[origin]
  return unit === undefined ? String(limit) : `${limit} ${Number(limit) === 1 ? unit[0] : unit[1]}`
}
