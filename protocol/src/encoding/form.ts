import { MalformedBody } from './malformed.ts'

// application/x-www-form-urlencoded, read strictly: a signed text must have one meaning only, so nothing is repaired and no
// name may repeat.

type Fields = { readonly [name: string]: string }

/** The fields in their original order. */
export function formPairs(text: string): [name: string, value: string][] {
  const pairs: [string, string][] = []
  const seen = new Set<string>()
  let start = 0
  for (const segment of text.split('&')) {
    if (segment !== '') {
      const equals = segment.indexOf('=')
      const name = decode(equals < 0 ? segment : segment.slice(0, equals), start)
      if (seen.has(name)) throw new MalformedBody(`The field ${JSON.stringify(name)} appears twice`, start)
      seen.add(name)
      pairs.push([name, equals < 0 ? '' : decode(segment.slice(equals + 1), start + equals + 1)])
    }
    start += segment.length + 1
  }
  return pairs
}

/** The fields by name, in an object without prototype, so that `__proto__` is a name like any other. */
export function parseForm(text: string): Fields {
  const fields: { [name: string]: string } = Object.create(null)
  for (const [name, value] of formPairs(text)) fields[name] = value
  return fields
}

function decode(part: string, position: number): string {
  if (!part.isWellFormed()) throw new MalformedBody('Half a surrogate pair', position)
  const spaced = part.includes('+') ? part.replaceAll('+', ' ') : part
  if (!spaced.includes('%')) return spaced
  try {
    return decodeURIComponent(spaced)
  } catch {
    throw new MalformedBody('A percent escape that is not UTF-8', position)
  }
}
