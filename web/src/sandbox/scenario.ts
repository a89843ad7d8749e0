type Call = { method: 'GET' | 'POST'; path: string; body?: unknown }
export type Scenario = { of: string; state: string | null; wanted: string; how: Call | string }

const prefix = '/sandbox/v1/'

/** Signed calls and instructions are for programs. The drawer shows them, but does not run them. */
export const isRunnable = (how: Scenario['how']): how is Call =>
  typeof how !== 'string' && how.method === 'POST' && how.path.startsWith(prefix)

/** The blanks to fill in: `{depositid}` in the path or the body. */
export function blanksOf({ how }: Scenario): string[] {
  if (typeof how === 'string') return []
  const text = how.path + JSON.stringify(how.body ?? {})
  return [...new Set(Array.from(text.matchAll(/\{([a-z ]+)\}/g), ([, name]) => name!))]
}

/** The call with its blanks filled in. */
export function filled({ path, body = {} }: Call, values: Readonly<Record<string, string>>) {
  const put = (text: string) => text.replaceAll(/\{([a-z ]+)\}/g, (_, name: string) => values[name] ?? '')
  const json = JSON.stringify(body, (_key, value: unknown) => (typeof value === 'string' ? put(value) : value))
  return { path: put(path).slice(prefix.length), body: JSON.parse(json) as object }
}
