import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Example } from '../examples/examples.ts'
import { targetOf } from './target.ts'

const functions = { call: 'call', callJson: 'call_json', get: 'get', sandbox: 'sandbox' } as const

/** With specie.py of /docs/start next to it. */
export function python(example: Example): string {
  const { by, name } = targetOf(example)
  const { fields } = example.request
  const given = Object.keys(fields).length === 0 ? '' : `, ${literal(fields)}`
  return `import json
from specie import ${functions[by]}   # specie.py: see /docs/start

print(json.dumps(${functions[by]}(${JSON.stringify(name)}${given}), indent=2))`
}

function literal(value: Json, indent = ''): string {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}    `
  if (Array.isArray(value)) return `[${value.map((one) => literal(one, inner)).join(', ')}]`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${literal(member, inner)},\n`,
  )
  return members.length === 0 ? '{}' : `{\n${members.join('')}${indent}}`
}
