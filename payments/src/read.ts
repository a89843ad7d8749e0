import { BankFileError } from './bankfile.ts'
import { amountProblem, parseMoney } from './simple-types.ts'
import {
  type Choice,
  type Field,
  type Fields,
  leastOf,
  type Message,
  type Sequence,
  type Type,
  type ValueOf,
} from './message.ts'
import { type Cursor, openXml, type Tag } from './xml.ts'

// Reads a document strictly by its description: namespace, structure, order, occurrence, types and lengths.

/** The elements of one document share its namespace and its source. */
type Source = { readonly cursor: Cursor; readonly namespace: string }

/** The namespace of a document selects its message. */
export function readDocument<const M extends Readonly<Record<string, Message>>>(
  input: string | Uint8Array,
  messages: M,
): { [K in keyof M]: { message: K; value: ValueOf<M[K]['document']> } }[keyof M] {
  const { root, cursor } = openXml(input)
  if (root.name !== 'Document') throw new BankFileError(root.name, 'the root element must be Document')
  const found = Object.entries(messages).find(([, { namespace }]) => namespace === root.namespace)
  if (!found) {
    const taken = Object.values(messages).map(({ namespace }) => namespace)
    throw new BankFileError('Document', `has the namespace "${root.namespace}"; taken is ${taken.join(' or ')}`)
  }
  const [name, message] = found
  const value = readType({ cursor, namespace: root.namespace }, root, message.document, 'Document')
  cursor.end()
  // The description gives both the reader and this type; the compiler cannot check only their connection.
  return { message: name, value } as { [K in keyof M]: { message: K; value: ValueOf<M[K]['document']> } }[keyof M]
}

function readType(source: Source, tag: Tag, type: Type, where: string): unknown {
  if (type.kind === 'amount') return readAmount(source, tag, where)
  const extra = tag.attributes.keys().next()
  if (!extra.done) throw new BankFileError(where, `has the attribute ${extra.value}, which does not belong here`)
  switch (type.kind) {
    case 'sequence':
      return readSequence(source, type, where)
    case 'choice':
      return readChoice(source, type, where)
    case 'leaf': {
      const text = source.cursor.text(where)
      const problem = type.problem(text)
      if (problem) throw new BankFileError(where, problem)
      return type.parse(text)
    }
  }
}

function readAmount({ cursor }: Source, tag: Tag, where: string): unknown {
  const text = cursor.text(where)
  const currency = tag.attributes.get('Ccy')
  const problem = tag.attributes.size > 1 ? 'has attributes other than Ccy' : amountProblem(text, currency)
  if (problem) throw new BankFileError(where, problem)
  return parseMoney(text, currency!)
}

function readSequence(source: Source, { fields }: Sequence, where: string): Record<string, unknown> {
  const names = Object.keys(fields)
  const value: Record<string, unknown> = {}
  for (const name of names) if (fields[name]!.occurs === 'many') value[name] = []
  let position = 0
  let seen = 0
  for (let tag = nextChild(source, where); tag; tag = nextChild(source, where)) {
    const found = names.indexOf(tag.name)
    const field = fields[tag.name]
    if (found < 0 || !field) throw new BankFileError(where, `has no element ${tag.name}`)
    if (found < position) {
      throw new BankFileError(`${where}/${tag.name}`, `is out of order; it belongs before ${names[position]}`)
    }
    if (found > position) {
      requireUpTo(fields, names.slice(position, found), seen, where)
      position = found
      seen = 0
    }
    seen += 1
    if (seen > field.max) throw new BankFileError(`${where}/${tag.name}`, `occurs more than ${times(field.max)}`)
    readField(source, tag, field, value, field.max > 1 ? `${where}/${tag.name}[${seen}]` : `${where}/${tag.name}`)
  }
  requireUpTo(fields, names.slice(position), seen, where)
  return value
}

/** Checks the occurrence of the last element, and of the skipped ones. */
function requireUpTo(fields: Fields, names: readonly string[], seenOfFirst: number, where: string): void {
  for (const [index, name] of names.entries()) {
    const seen = index === 0 ? seenOfFirst : 0
    if (seen < leastOf(fields[name]!)) throw new BankFileError(`${where}/${name}`, 'is missing')
  }
}

function readField(source: Source, tag: Tag, field: Field, value: Record<string, unknown>, where: string): void {
  if (field.occurs === 'skip') return source.cursor.skip()
  const content = readType(source, tag, field.type, where)
  if (field.occurs === 'many') (value[tag.name] as unknown[]).push(content)
  else value[tag.name] = content
}

function readChoice(source: Source, { fields }: Choice, where: string): Record<string, unknown> {
  const value: Record<string, unknown> = {}
  const tag = nextChild(source, where)
  const names = Object.keys(fields)
  if (!tag) throw new BankFileError(where, `is empty; it must hold ${names.join(' or ')}`)
  const field = fields[tag.name]
  if (!field || !names.includes(tag.name)) throw new BankFileError(where, `has no element ${tag.name}`)
  readField(source, tag, field, value, `${where}/${tag.name}`)
  const second = nextChild(source, where)
  if (second) throw new BankFileError(`${where}/${second.name}`, `is one too many: only one of ${names.join(', ')}`)
  return value
}

function nextChild({ cursor, namespace }: Source, where: string): Tag | null {
  const tag = cursor.child(where)
  if (!tag || tag.namespace === namespace) return tag
  throw new BankFileError(
    `${where}/${tag.name}`,
    `is in the namespace "${tag.namespace}" and not in that of its document`,
  )
}

function times(max: number): string {
  return max === 1 ? 'once' : `${max} times`
}
