import { isLines } from '@specie/protocol/web-api/fields.ts'
import { textFlaw } from '@specie/protocol/text.ts'
import { z } from 'zod'
import { badRequest } from '../base/http/errors.ts'
import { expected } from './expected.ts'
import { unknownField } from './unknown-field.ts'

/** The validated fields, or a 400 that names the first invalid field and its rule. */
export function fields<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  assertText(given, [], linesIn(schema))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const issues = result.error.issues.flatMap(formOf)
  // A misspelt field is also a missing one, so the misspelt name comes first.
  const issue = issues.find(({ code }) => code === 'unrecognized_keys') ?? issues[0]!
  if (issue.code === 'unrecognized_keys') throw unknownField(schema, issue.path, issue.keys[0]!)
  const field = issue.path.join('.')
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof valueAt(given, issue.path) === 'number') {
    throw badRequest('string', `Send \`${field}\` as a string. A JSON number may lose digits.`, field)
  }
  if (issue.code !== 'custom' && field !== '' && valueAt(given, issue.path) === undefined)
    throw badRequest('missing', `Send \`${field}\`.`, field)
  throw badRequest(issue.code, `${field}: ${expected(issue)}.`, field)
}

/** The error in the form that fits best, when a call has several. */
const formOf = (issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] =>
  issue.code === 'invalid_union' && issue.path.length === 0
    ? (issue.errors.toSorted((a, b) => a.length - b.length)[0] ?? [issue])
    : [issue]

/** The fields of a call with several forms. */
const linesIn = (schema: z.ZodType): readonly string[] =>
  schema instanceof z.ZodObject ? Object.keys(schema.shape).filter((name) => isLines(schema.shape[name])) : []

/** All text is checked before anything else. */
function assertText(value: unknown, path: readonly string[], lines: readonly string[] = []): void {
  if (typeof value === 'string') return assertString(value, path.join('.'))
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value)) {
    const isText = typeof member === 'string' && lines.includes(name)
    assertText(isText ? member.replaceAll(/\r\n|[\n\t]/g, ' ') : member, [...path, name])
  }
}

function assertString(text: string, field: string): void {
  const flaw = textFlaw(text)
  if (flaw !== null) throw badRequest(flaw.rule, `${field}: ${flaw.message}.`, field)
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], given)
