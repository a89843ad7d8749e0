import type { Raw } from './raw.ts'
import type { Request } from './requests.ts'

// The requests and their results, as a table; and how to repeat a request.

export type Violation = {
  readonly number: number
  readonly what: string
  readonly fault: string
  readonly again: string
}

export type Counts = Map<string, Map<string, number>>

export function count(counts: Counts, what: string, outcome: string): void {
  const row = counts.get(what) ?? new Map<string, number>()
  counts.set(what, row.set(outcome, (row.get(outcome) ?? 0) + 1))
}

/** One row for each call, one column for each status; the errors are listed below. */
export function table(counts: Counts): string {
  const statusOf = (outcome: string) => outcome.split(' ')[0]!
  const statuses = [...new Set([...counts.values()].flatMap((row) => [...row.keys()].map(statusOf)))].toSorted()
  const width = Math.max(...[...counts.keys()].map((name) => name.length), 5)
  const line = (name: string, cells: readonly (string | number)[]) =>
    name.padEnd(width) + cells.map((cell) => String(cell).padStart(9)).join('')
  const rows = [...counts]
    .toSorted(([a], [b]) => a.localeCompare(b))
    .map(([name, row]) => {
      const of = (status: string) =>
        [...row].reduce((sum, [outcome, n]) => sum + (statusOf(outcome) === status ? n : 0), 0)
      return line(
        name,
        [...row.values()].length === 0 ? [] : [...statuses.map((status) => of(status) || ''), total(row)],
      )
    })
  const codes = new Map<string, number>()
  for (const row of counts.values()) for (const [outcome, n] of row) codes.set(outcome, (codes.get(outcome) ?? 0) + n)
  const answer = [...codes].toSorted(([, a], [, b]) => b - a).map(([outcome, n]) => `${outcome} ${n}`)
  const all = [...counts.values()].reduce((sum, row) => sum + total(row), 0)
  const sums = statuses.map((status) =>
    [...codes].reduce((sum, [one, n]) => sum + (statusOf(one) === status ? n : 0), 0),
  )
  return [line('', [...statuses, 'all']), ...rows, line('all', [...sums, all]), '', answer.join(', ')].join('\n')
}

const total = (row: ReadonlyMap<string, number>): number => [...row.values()].reduce((sum, n) => sum + n, 0)

/** For bash: unprintable bytes are escaped. */
const quoted = (text: string): string =>
  /^[\x20-\x26\x28-\x5b\x5d-\x7e]*$/.test(text)
    ? `'${text}'`
    : `$'${Array.from(text, (char) => (/[\x20-\x26\x28-\x5b\x5d-\x7e]/.test(char) ? char : escaped(char))).join('')}'`
const escaped = (char: string): string => `\\x${char.charCodeAt(0).toString(16).padStart(2, '0')}`

/** A line for a shell. A signed call needs a key and a new nonce, so the fuzzer itself repeats it. */
export function asLine(origin: string, { call, method, path, headers, body }: Request): string {
  if (call.access === 'signed') {
    const changed = Object.fromEntries(Object.entries(headers).filter(([name]) => !name.startsWith('x-app-')))
    return `npm run fuzz -- --again ${quoted(JSON.stringify({ path, headers: changed, body }))}`
  }
  const lines = Object.entries(headers).map(([name, value]) => ` -H ${quoted(`${name}: ${value}`)}`)
  const data = method === 'GET' ? '' : ` --data-binary ${quoted(body)}`
  return `curl -sS --path-as-is -X ${method} ${quoted(origin + path)}${lines.join('')}${data}`
}

/** Octal: every printf supports it. */
export function asBytes(origin: string, { bytes, afterwards }: Raw): string {
  const text = Array.from(bytes, (char) =>
    /[A-Za-z0-9 /:.?=&_-]/.test(char) ? char : `\\${char.charCodeAt(0).toString(8).padStart(3, '0')}`,
  ).join('')
  const { hostname, port } = new URL(origin)
  return `printf '${text}' | nc ${afterwards === 'end' ? '-N ' : ''}${hostname} ${port}`
}
