import type { z } from 'zod'
import { type ServiceAnswer, ServiceAnswerError } from './service.ts'

// What the readers of answers share.

/** The content of an answer with status 200. `reasonIn` finds what the service says about an error. */
export function contentOf<T>(
  { status, text }: ServiceAnswer,
  schema: z.ZodType<T>,
  reasonIn: (content: unknown) => string | null,
): T {
  const content = parsed(text)
  if (status !== 200) {
    const reason = reasonIn(content)
    throw new ServiceAnswerError(`it answered ${status}${reason === null ? '' : ` («${reason.slice(0, 200)}»)`}`)
  }
  if (content === undefined) throw new ServiceAnswerError('its answer is no JSON')
  const read = schema.safeParse(content)
  if (read.success) return read.data
  const [first] = read.error.issues
  throw new ServiceAnswerError(`its answer has another form than is known: ${first!.path.join('.') || 'the whole'}`)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** The text of a member of an object; null if it has none. */
export function textAt(content: unknown, member: string): string | null {
  if (typeof content !== 'object' || content === null) return null
  const value: unknown = (content as Record<string, unknown>)[member]
  return typeof value === 'string' && value !== '' ? value : null
}

/** An answer as long as the limit may leave out matches. */
export function assertComplete(found: number, at: URL): void {
  const limit = Number(at.searchParams.get('limit'))
  if (found >= limit)
    throw new ServiceAnswerError(`it has ${limit} matches or more; add a higher ?limit= to its address in the settings`)
}

/** Adds options that the address in the settings does not have. */
export function withOptions(at: URL, options: Readonly<Record<string, string>>): URL {
  const url = new URL(at)
  for (const [name, value] of Object.entries(options))
    if (!url.searchParams.has(name)) url.searchParams.set(name, value)
  return url
}
