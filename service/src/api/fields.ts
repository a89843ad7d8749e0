import type { z } from 'zod'
import { badRequest } from '../base/http/errors.ts'

/** Checked fields, or a 400 that names the first one at fault and the rule that it breaks. */
export function fields<T extends z.ZodType>(schema: T, given: unknown): z.output<T> {
  const result = schema.safeParse(given)
  if (result.success) {
    const field = nulIn(result.data)
    if (field === null) return result.data
    throw badRequest('character', `${field} has the character U+0000, which no text of ours can hold.`, field)
  }
  const issue = result.error.issues[0]!
  if (issue.code === 'unrecognized_keys') {
    throw badRequest('unknown_field', 'This call has no such field.', [...issue.path, issue.keys[0]].join('.'))
  }
  const field = issue.path.join('.')
  if (issue.code === 'invalid_type' && issue.expected === 'string' && typeof valueAt(given, issue.path) === 'number') {
    throw badRequest('string', `Send \`${field}\` as a string: a JSON number may lose digits.`, field)
  }
  throw badRequest(issue.code, `${field}: ${issue.message}.`, field)
}

const valueAt = (given: unknown, path: readonly PropertyKey[]): unknown =>
  path.reduce((value, key) => (value as Record<PropertyKey, unknown> | null)?.[key], given)

/** Where a text has the one character that the database cannot keep; null: nowhere. */
function nulIn(value: unknown, path = ''): string | null {
  if (typeof value === 'string') return value.includes('\0') ? path : null
  if (value === null || typeof value !== 'object') return null
  for (const [name, part] of Object.entries(value)) {
    const found = nulIn(part, path === '' ? name : `${path}.${name}`)
    if (found !== null) return found
  }
  return null
}
