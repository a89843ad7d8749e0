import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Example } from '../examples/examples.ts'
import { targetOf } from './target.ts'

const functions = { call: 'Call', callJson: 'CallJSON', get: 'Get', sandbox: 'Sandbox' } as const

/** With specie.go of /docs/start next to it: `go run main.go specie.go`. */
export function go(example: Example): string {
  const { by, name } = targetOf(example)
  const given = by === 'get' ? '' : `, ${literal(example.request.fields, '\t')}`
  return `package main // specie.go: see /docs/start

import "fmt"

func main() {
	fmt.Println(${functions[by]}(${JSON.stringify(name)}${given}))
}`
}

function literal(value: Json, indent: string): string {
  if (value === null) return 'nil'
  if (typeof value !== 'object') return JSON.stringify(value)
  const inner = `${indent}\t`
  if (Array.isArray(value)) return `[]any{${value.map((one) => literal(one, inner)).join(', ')}}`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}${JSON.stringify(name)}: ${literal(member, inner)},\n`,
  )
  return members.length === 0 ? 'Fields{}' : `Fields{\n${members.join('')}${indent}}`
}
