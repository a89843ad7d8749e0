import { BankFileError } from './bankfile.ts'
import { amountProblem, printMinor } from './simple-types.ts'
import {
  type Choice,
  type Fields,
  leastOf,
  type Message,
  type Money,
  type Sequence,
  type Type,
  type ValueOf,
} from './message.ts'
import { notXml } from './xml.ts'

// Writes a document by its description. A value that could not be read back is refused.

export function writeDocument<M extends Message>(message: M, value: ValueOf<M['document']>): string {
  const parts: string[] = [`<?xml version="1.0" encoding="UTF-8"?>\n<Document xmlns="${message.namespace}">`]
  writeFields(parts, message.document, value, 'Document')
  parts.push('</Document>\n')
  return parts.join('')
}

type Values = Readonly<Record<string, unknown>>

function writeElement(parts: string[], name: string, type: Type, value: unknown, where: string): void {
  switch (type.kind) {
    case 'leaf':
      return void parts.push(`<${name}>`, escapeText(checked(type.print(value), type.problem, where)), `</${name}>`)
    case 'amount': {
      const { currency, minor } = value as Money
      const text = checked(printMinor(minor), (amount) => amountProblem(amount, currency), where)
      return void parts.push(`<${name} Ccy="${currency}">`, text, `</${name}>`)
    }
    case 'sequence':
    case 'choice':
      parts.push(`<${name}>`)
      writeFields(parts, type, value as Values, where)
      return void parts.push(`</${name}>`)
  }
}

function writeFields(parts: string[], type: Sequence | Choice, value: Values, where: string): void {
  if (type.kind === 'choice') requireOne(type.fields, value, where)
  for (const [name, field] of Object.entries(type.fields)) {
    if (field.occurs === 'skip') continue
    const given = value[name]
    const occurrences = Array.isArray(given) ? given : given === undefined ? [] : [given]
    if (type.kind === 'sequence' && occurrences.length < leastOf(field)) {
      throw new BankFileError(`${where}/${name}`, 'is missing')
    }
    if (occurrences.length > field.max)
      throw new BankFileError(`${where}/${name}`, `occurs more than ${field.max} times`)
    for (const [index, occurrence] of occurrences.entries()) {
      const place = field.max > 1 ? `${where}/${name}[${index + 1}]` : `${where}/${name}`
      writeElement(parts, name, field.type, occurrence, place)
    }
  }
}

function requireOne(fields: Fields, value: Values, where: string): void {
  const names = Object.keys(fields)
  const given = names.filter((name) => value[name] !== undefined)
  if (given.length !== 1) throw new BankFileError(where, `must hold exactly one of ${names.join(', ')}`)
}

function checked(text: string, problem: (text: string) => string | null, where: string): string {
  const found = notXml.test(text) ? 'has a character that XML cannot carry' : problem(text)
  if (found) throw new BankFileError(where, found)
  return text
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

function escapeText(text: string): string {
  return text.replace(/[&<>]/g, (character) => escapes[character]!)
}
