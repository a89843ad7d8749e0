import { readdir } from 'node:fs/promises'
import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { errors } from '@specie/protocol/errors.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'

// The table from which the pages make their calls: method and path as data, types by `import type`, so that the bundle has no
// schema and no zod.

type Callable = { readonly name: string; readonly method: 'GET' | 'POST'; readonly path: string }
type Found = { readonly call: Callable; readonly type: string }

const folder = new URL('../protocol/src/', import.meta.url)

export async function webCalls(): Promise<string> {
  const types = new Map((await Promise.all((await modules()).map(exportsOf))).flat().map((one) => [one.call, one.type]))
  const open = Object.values(endpoints).filter(({ access }) => access === 'public')
  const rows = [
    ...peopleCalls.map((call) => ({
      call,
      where: call.where,
      file: 'upload' in call ? 'upload' : 'download' in call ? 'download' : null,
      isMoney: call.method === 'GET' && call.act === 'money.read',
    })),
    ...open.map((call) => ({ call, where: 'public', file: null, isMoney: false })),
  ]
  const missing = rows.find(({ call }) => !types.has(call))
  if (missing !== undefined) throw new Error(`${missing.call.name} is exported by no file of protocol/src`)
  const names = rows.map(({ call }) => call.name)
  const twice = names.find((name, i) => names.indexOf(name) < i)
  if (twice !== undefined) throw new Error(`two calls are named ${twice}`)
  const table = rows.map(
    ({ call, where, file, isMoney }) =>
      `  ${call.name}: { where: '${where}', method: '${call.method}', path: '${where === 'public' ? basePath : ''}${call.path}'${file === null ? '' : `, file: '${file}'`}${isMoney ? ', money: true' : ''} },`,
  )
  const typed = rows.map(({ call }) => `  ${call.name}: ${types.get(call)}`)
  return [
    '// Made by `npm run generate` from the calls of protocol/; do not edit.',
    'export const calls = {',
    ...table,
    '} as const',
    '',
    '/** Cures for programs only. People see the field and the waiting time instead. */',
    `export const curesForPrograms: readonly string[] = ${JSON.stringify(curesForPrograms)}`,
    '',
    'export type Calls = {',
    ...typed,
    '}',
    '',
  ].join('\n')
}

const curesForPrograms = [errors.bad_request, errors.rate_limited, errors.service_unavailable].map(({ cure }) => cure)

async function modules(): Promise<string[]> {
  const names = await readdir(folder, { recursive: true })
  return names.filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts')).toSorted()
}

const isCall = (value: unknown): value is Callable =>
  typeof value === 'object' && value !== null && 'path' in value && 'response' in value && 'name' in value

/** Calls that a file exports, alone or in an object or a list of them. */
async function exportsOf(name: string): Promise<Found[]> {
  const type = (steps: (string | number)[]) =>
    `typeof import('@specie/protocol/${name}')${steps.map((step) => `[${typeof step === 'number' ? step : `'${step}'`}]`).join('')}`
  const found = (value: unknown, steps: (string | number)[]): Found[] => {
    if (isCall(value)) return [{ call: value, type: type(steps) }]
    if (steps.length > 3 || typeof value !== 'object' || value === null) return []
    // Calls that are exported only in a list have lost their types.
    if (Array.isArray(value) && value.some(isCall)) return []
    const inner = Array.isArray(value) ? value.map((one, i): [number, unknown] => [i, one]) : Object.entries(value)
    return inner.flatMap(([key, one]) => found(one, [...steps, key]))
  }
  const module = (await import(new URL(name, folder).href)) as Record<string, unknown>
  return Object.entries(module).flatMap(([key, value]) => found(value, [key]))
}
