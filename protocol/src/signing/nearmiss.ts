import { basePath } from '../endpoints/endpoint.ts'
import { formPairs, parseForm } from '../encoding/form.ts'
import { canonical, type Json } from '../encoding/json.ts'
import { signedBodies, signingString } from './signing.ts'

// If a signature does not verify, the most helpful answer is the text that was signed instead. These are the common mistakes of
// integrators, one at a time; the verifier tries them in order and reports the first match.

/** The wrong part of the signing string. */
type SignedPart = 'path' | 'body' | 'order' | 'hash'

/** `digest`: the signed bytes are the SHA-256 of the payload, raw or as lower-case hex text. */
export type NearMiss = {
  readonly hint: string
  readonly part: SignedPart
  readonly payload: string
  readonly digest: 'sha256' | 'sha256hex' | null
}

/** If none of the mistakes matches. */
export const unexplained =
  'No common mistake explains the signature. Check that the private key that signed is the one of x-app-public-key, then compare the text that you signed with the signing string, character by character.'

export type SentRequest = {
  /** As requested, absolute, without the query. */
  readonly path: string
  /** The text after the question mark, if any. */
  readonly query: string
  /** The Host header; null without one. */
  readonly host: string | null
  readonly body: 'form' | 'json'
  /** The raw body, and its parsed value. */
  readonly raw: string
  readonly value: Json
  readonly nonce: string
}

type Slip = readonly [hint: string, payload: string]

export function nearMisses(sent: SentRequest): NearMiss[] {
  const bodies = signedBodies(sent.value)
  const body = bodies[0]
  const right = signingString(sent.path, body, sent.nonce)
  const seen = new Set(bodies.map((text) => signingString(sent.path, text, sent.nonce)))
  const misses: NearMiss[] = []
  const slips = { body: bodySlips(sent, body), path: pathSlips(sent, body), order: orderSlips(sent, body) }
  for (const part of ['body', 'path', 'order'] as const) {
    for (const [hint, payload] of slips[part]) {
      if (seen.has(payload)) continue
      seen.add(payload)
      misses.push({ hint, part, payload, digest: null })
    }
  }
  return [
    ...misses,
    {
      hint: 'The SHA-256 of the signing string was hashed again. Sign the string itself.',
      part: 'hash',
      payload: right,
      digest: 'sha256',
    },
    {
      hint: 'The hex text of the SHA-256 was signed. Sign the string itself.',
      part: 'hash',
      payload: right,
      digest: 'sha256hex',
    },
  ]
}

function bodySlips({ path, body: kind, raw, nonce }: SentRequest, body: string): Slip[] {
  const bodies: Slip[] =
    body === ''
      ? [
          ['An empty array was signed. Without parameters, sign nothing between path and nonce.', '[]'],
          ['null was signed. Without parameters, sign nothing between path and nonce.', 'null'],
          ['An empty string in quotes was signed. Without parameters, sign nothing between path and nonce.', '""'],
        ]
      : [
          [
            kind === 'form'
              ? 'The raw form body was signed. Sign the fields as canonical JSON with string values.'
              : 'The JSON body was signed as sent. Sort its keys and leave out white space.',
            raw,
          ],
          ...(kind === 'form' && raw.includes('+')
            ? ([['A + in the form was read as a space. Send it as %2B.', plusKept(raw)]] as const)
            : []),
          ['The keys are not sorted. Sort them by UTF-16 code unit, at every depth.', inSentOrder(kind, raw)],
          ['The JSON holds spaces after commas and colons. Leave them out.', spaced(body)],
          ['Non-ASCII characters were escaped as \\uXXXX. Sign them as UTF-8.', escaped(body)],
          [
            'Spaces were left in the JSON and non-ASCII characters escaped. Remove the spaces, and sign the characters as UTF-8.',
            escaped(spaced(body)),
          ],
          ['Slashes were escaped as \\/. Sign them as they are.', slashed(body)],
          ['Slashes and non-ASCII characters were escaped. Sign them as they are.', escaped(slashed(body))],
          kind === 'form'
            ? ['Numbers were signed without quotes. Every form field is a string.', unquoted(body)]
            : ['Numbers were signed in quotes but sent without. Send what you sign.', quoted(body)],
        ]
  return bodies.map(([hint, text]) => [hint, signingString(path, text, nonce)])
}

function pathSlips({ path, query, host, nonce }: SentRequest, body: string): Slip[] {
  const relative = path.startsWith(basePath) ? path.slice(basePath.length) : path
  const absolute = `Sign the absolute path, ${path}.`
  const paths: Slip[] = [
    [`The path lacks ${basePath}. ${absolute}`, relative],
    [`The path lacks ${basePath} and its leading slash. ${absolute}`, relative.slice(1)],
    [`The path lacks its leading slash. ${absolute}`, path.slice(1)],
    [`The path was signed in lower case. ${absolute}`, path.toLowerCase()],
    [`The path ends in a slash that is not in the request. ${absolute}`, `${path}/`],
    [`The method was signed too. ${absolute}`, `POST${path}`],
  ]
  if (query) paths.push(['The query was signed too. Leave it out.', `${path}?${query}`])
  if (host) paths.push([`The full URL was signed. ${absolute}`, `https://${host}${path}`])
  return paths.map(([hint, text]) => [hint, signingString(text, body, nonce)])
}

function orderSlips({ path, nonce }: SentRequest, body: string): Slip[] {
  return [
    ['The nonce was put before the body. The order is path, body, nonce.', path + nonce + body],
    ['The nonce was put first. The order is path, body, nonce.', nonce + path + body],
    ['The nonce is missing from the signed text. The order is path, body, nonce.', path + body],
    ['The path is missing from the signed text. The order is path, body, nonce.', body + nonce],
    ['A line break follows the signing string. Sign without it.', `${path + body + nonce}\n`],
    ['There are line breaks between the parts. Sign the parts without a separator.', [path, body, nonce].join('\n')],
  ]
}

const jsonString = '"(?:[^"\\\\]|\\\\.)*"'
const stringOrSpace = new RegExp(`${jsonString}|\\s+`, 'g')
const stringOrMark = new RegExp(`${jsonString}|[:,]`, 'g')
const stringOrNumber = new RegExp(`${jsonString}|-?\\d[\\d.eE+-]*`, 'g')
const keyOrString = new RegExp(`${jsonString}:?`, 'g')

function inSentOrder(kind: 'form' | 'json', raw: string): string {
  if (kind === 'json') return raw.replace(stringOrSpace, (found) => (found.startsWith('"') ? found : ''))
  return `{${formPairs(raw)
    .map((pair) => pair.map((text) => JSON.stringify(text)).join(':'))
    .join(',')}}`
}

/** The signing string of a client that sends a form without escaping, such as 2026-11-18T09:00:00+00:00. */
const plusKept = (raw: string): string => canonical({ ...parseForm(raw.replaceAll('+', '%2B')) })

function spaced(json: string): string {
  return json.replace(stringOrMark, (found) => (found.startsWith('"') ? found : `${found} `))
}

/** The default of Python and PHP; a character beyond the BMP becomes two escapes. */
function escaped(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

function slashed(json: string): string {
  return json.replaceAll('/', '\\/')
}

function unquoted(json: string): string {
  return json.replace(keyOrString, (found) => {
    const text = found.slice(1, -1) // a key still has its closing quote here, so it is not a number
    return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(text) ? String(Number(text)) : found
  })
}

function quoted(json: string): string {
  return json.replace(stringOrNumber, (found) => (found.startsWith('"') ? found : `"${found}"`))
}
