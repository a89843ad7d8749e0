import type { Json } from '@specie/protocol/encoding/json.ts'
import { sandboxCallOf } from '@specie/protocol/sandbox/calls.ts'
import { sandboxPath } from '@specie/protocol/sandbox/call.ts'
import type { Example, Fields } from '../examples/examples.ts'
import { methodOf } from './target.ts'

/** A sample that uses the SDK. */
export function typescript(example: Example): string {
  const { method, fields } = example.request
  const given = method === 'GET' ? queryOf(example) : sent(fields)
  return `import { readFileSync } from 'node:fs'
import { createClient } from '@specie/sdk'

const base = \`\${process.env.SPECIE_URL}/api/v1/\`
const specie = createClient({ base, key: readFileSync('specie-key.pem', 'utf8') })

console.log(await specie.${methodOf(example)!}(${argument({ ...partsOf(example), ...given })}))`
}

/** Parts of the path of a sandbox call, by their names. */
function partsOf({ request: { method, path } }: Example): Fields {
  const bare = path.split('?')[0]!
  const steps = (sandboxPath + (sandboxCallOf(method, bare)?.path ?? '')).split('/')
  const values = bare.split('/')
  return Object.fromEntries(steps.flatMap((step, n) => (step.startsWith('{') ? [[step.slice(1, -1), values[n]!]] : [])))
}

const queryOf = ({ request: { path } }: Example): Fields =>
  Object.fromEntries(new URLSearchParams(path.split('?')[1] ?? ''))

/** The SDK fills these in. */
const filled = ['timestamp', 'ordtype', 'timeinforce']
/** The SDK accepts these as numbers. */
const whole = ['limit', 'wait']
const sent = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields)
      .filter(([name]) => !filled.includes(name))
      .map(([name, value]) => [name, whole.includes(name) ? Number(value) : value]),
  )

const argument = (fields: Fields): string => (Object.keys(fields).length === 0 ? '' : literal(fields))

function literal(value: Json, indent = ''): string {
  if (value === null || typeof value !== 'object') {
    return typeof value === 'string' ? quoted(value) : JSON.stringify(value)
  }
  const inner = `${indent}  `
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, inner)).join(', ')}]`
  const members = Object.entries(value).map(([name, member]) => `${inner}${name}: ${literal(member, inner)},\n`)
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}

const quoted = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
