import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Example } from '../examples/examples.ts'
import { targetOf } from './target.ts'

/** With Specie.java of /docs/start next to it: `javac Main.java Specie.java && java Main`. */
export function java(example: Example): string {
  const { by, name } = targetOf(example)
  const given = by === 'get' ? '' : `, ${literal(example.request.fields, '    ')}`
  return `import java.util.*;   // Specie.java: see /docs/start

class Main {
  public static void main(String[] arguments) throws Exception {
    System.out.println(Specie.${by}(${JSON.stringify(name)}${given}));
  }
}`
}

function literal(value: Json, indent: string): string {
  if (value === null) return 'null'
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value !== 'object') return String(value)
  const inner = `${indent}  `
  if (Array.isArray(value)) return `List.of(${value.map((one) => literal(one, inner)).join(', ')})`
  const members = Object.entries(value).map(
    ([name, member]) => `${inner}Map.entry(${JSON.stringify(name)}, ${literal(member, inner)})`,
  )
  return members.length === 0 ? 'Map.of()' : `Map.ofEntries(\n${members.join(',\n')})`
}
