import { parseForm } from '@specie/protocol/encoding/form.ts'
import { parseJson, type Json } from '@specie/protocol/encoding/json.ts'
import { badRequest } from '../base/http/errors.ts'

export type BodyKind = 'form' | 'json'
export type Body = { raw: string; body: BodyKind; value: { readonly [key: string]: Json } }

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** Reads a body strictly, so that signed data has one meaning. `accepted`: the content types of this call. */
export function readBody(bytes: unknown, contentType: string | undefined, ...accepted: BodyKind[]): Body {
  const raw = textOf(bytes)
  const kind = contentType === undefined && raw === '' ? accepted[0]! : kindOf(contentType, accepted)
  return { raw, body: kind, value: raw === '' ? {} : read(raw, kind, accepted) }
}

const written: Record<BodyKind, string> = { form: 'a form', json: 'a JSON object' }
const mediaTypes: Record<BodyKind, string> = { form: 'application/x-www-form-urlencoded', json: 'application/json' }

function kindOf(contentType: string | undefined, accepted: readonly BodyKind[]): BodyKind {
  const exact = accepted.find((one) => mediaTypes[one] === contentType)
  if (exact !== undefined) return exact
  const [type = '', ...parameters] = (contentType ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim())
  const foreign = parameters.some(
    (parameter) => parameter.startsWith('charset=') && !/^charset="?utf-8"?$/.test(parameter),
  )
  if (foreign) throw badRequest('charset', 'The body must be UTF-8.', 'content-type')
  const kind = accepted.find((one) => mediaTypes[one] === type)
  if (kind !== undefined) return kind
  const expected = accepted.map((one) => `${mediaTypes[one]}, with the fields as ${written[one]}`).join(', or ')
  const cure = type === mediaTypes.json ? ` ${jsonSetting}` : ''
  throw badRequest('content_type', `The content type must be ${expected}.${cure}`, 'content-type')
}

const jsonSetting = 'JSON is accepted only with the setting JSON_BODIES=on.'

function textOf(bytes: unknown): string {
  if (!Buffer.isBuffer(bytes)) return ''
  try {
    return utf8.decode(bytes)
  } catch {
    throw badRequest('utf8', 'The body is not UTF-8.')
  }
}

/**
 * The beginning of a body of the other kind: `{"` or `asset=`. Parsed as the wrong kind, it would fail with a misleading
 * reason.
 */
const beginnings: Record<BodyKind, RegExp> = { form: /^[\w.%+-]+=/, json: /^\s*\{\s*["}]/ }

/** The error for a body under the content type of the other kind. */
function mixedUp(kind: BodyKind, accepted: readonly BodyKind[]): string {
  if (kind === 'json') {
    const cure = accepted.includes('form') ? `set Content-Type: ${mediaTypes.form}, or ` : ''
    return `The body is a form, but its content type is that of JSON: ${cure}send the fields as a JSON object.`
  }
  const cure = 'send the fields as a form, as asset=VCHF&quantity=10'
  return accepted.includes('json')
    ? `The body is JSON, but its content type is that of a form. Set Content-Type: ${mediaTypes.json}, or ${cure}.`
    : `The body is JSON, but its content type is that of a form: ${cure}. ${jsonSetting}`
}

function read(raw: string, kind: BodyKind, accepted: readonly BodyKind[]): Body['value'] {
  if (beginnings[kind === 'form' ? 'json' : 'form'].test(raw)) {
    throw badRequest('content_type', mixedUp(kind, accepted), 'content-type')
  }
  if (kind === 'form') return parseForm(raw)
  const value = parseJson(raw)
  if (value !== null && typeof value === 'object' && !Array.isArray(value)) return value as Body['value']
  throw badRequest('object', 'The JSON body must be an object.')
}
