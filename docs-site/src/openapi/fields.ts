import { decimal, isoTime } from '@specie/protocol/fields.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { Parameter, Schema } from './document.ts'
import { type Html, html, emptyHtml, prose } from '../markup/html.ts'
import { code, table } from '../markup/parts.ts'

// Tables of fields. A nested field is indented under its parent; its whole path, `assets[].blockchains[].contract`, is included
// for screen readers and for searching.

type Field = { readonly path: string; readonly required: boolean; readonly schema: Schema }

/** Common types, explained once under Conventions of the first page. */
const shared = new Map([
  [decimal.description, 'decimal'],
  [isoTime.description, 'time'],
])

export function parameterTable(title: string, parameters: readonly Parameter[]): Html {
  const fields = parameters.map(({ name, required, schema, description }) => {
    return { path: name, required, schema: { ...schema, description } }
  })
  return requestTable(title, fields)
}

/** A body with several forms has a table for each. */
export function bodyTable(title: string, schema: Schema): Html {
  const forms = schema.properties ? [schema] : (schema.anyOf ?? [])
  return html`${forms.map((form, n) => requestTable(n === 0 ? title : `${title}, or`, fieldsOf(form)))}`
}

export function answerTable(title: string, schema: Schema): Html {
  const rows = fieldsOf(schema).map(({ path, schema: field }) => ({
    cells: [name(path), type(field), meaning(field)],
  }))
  return rows.length === 0 ? emptyHtml : table(title, ['Field', 'Type', 'Meaning'], rows, 'wordy')
}

function requestTable(title: string, fields: readonly Field[]): Html {
  if (fields.length === 0) return emptyHtml
  const rows = fields.map(({ path, required, schema }) => ({
    cells: [name(path), required ? 'required' : 'optional', type(schema), meaning(schema)],
  }))
  return table(title, ['Field', 'Needed', 'Type', 'Meaning'], rows, 'wordy')
}

function fieldsOf(schema: Schema, prefix = ''): Field[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const path = `${prefix}${name}`
    const required = schema.required?.includes(name) ?? false
    return [{ path, required, schema: field }, ...inside(field, path)]
  })
}

function inside(schema: Schema, path: string): Field[] {
  if (schema.items) return inside(schema.items, `${path}[]`)
  return [...fieldsOf(schema, `${path}.`), ...(schema.anyOf ?? []).flatMap((option) => inside(option, path))]
}

function name(path: string): Html {
  const steps = path.split('.')
  const parents = steps.slice(0, -1).map((step) => `${step}.`)
  return html`<code class="depth-${parents.length}"
    ><span class="unseen">${parents.join('')}</span>${steps.at(-1)!}</code
  >`
}

function type(schema: Schema): Html {
  const named = shared.get(schema.description)
  if (named !== undefined) return html`${named}`
  const values = schema.const === undefined ? schema.enum : [schema.const]
  if (values) return html`${values.map((value, i) => html`${i === 0 ? '' : ' '}${literal(value)}`)}`
  if (schema.anyOf) return either(schema.anyOf.map(type))
  if (schema.items) return html`list of ${plural(schema.items)}`
  if (typeof schema.type === 'object') return either(schema.type.map((name) => html`${name}`))
  return html`${schema.type ?? 'any'}`
}

function literal(value: Json): Html {
  return code(typeof value === 'string' ? value : JSON.stringify(value))
}

function either(options: readonly Html[]): Html {
  return html`${options.map((option, i) => (i === 0 ? option : html` or ${option}`))}`
}

function plural(items: Schema): Html {
  return items.type === 'object' || (items.type === 'string' && !items.enum) ? html`${items.type}s` : type(items)
}

function meaning(schema: Schema): Html {
  const { description } = schema
  return description === undefined || shared.has(description) ? emptyHtml : prose(description)
}
