import { basePath } from '@specie/protocol/endpoints/endpoint.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { type Json, parseJson } from '@specie/protocol/encoding/json.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import type { SentRequest } from '@specie/protocol/signing/nearmiss.ts'
import {
  decodePublicKey,
  decodeSignature,
  parseNonce,
  signatureForms,
  signedBodies,
  signingString,
} from '@specie/protocol/signing/signing.ts'
import type { PastedRequest } from './read-request.ts'

// The signing string of a request, step by step, with the functions of the service.

type StepName = 'Method' | 'Path' | 'Body' | 'Nonce' | 'Public key' | 'Signature'

export type Finding = {
  readonly step: StepName
  readonly isRight: boolean
  readonly says: string
  /** The part of the signing string, or the parsed value. */
  readonly text?: string
}

export type Inspected = {
  readonly findings: readonly Finding[]
  /** Null while something is missing. */
  readonly parts: { readonly path: string; readonly body: string; readonly nonce: string } | null
  readonly sent: SentRequest | null
  /** All signing strings that the service accepts. */
  readonly strings: readonly string[]
  readonly spki: Uint8Array | null
  readonly signatures: readonly Uint8Array[]
}

export function inspect(request: PastedRequest): Inspected {
  const { method, nonce } = request
  const path = readPath(request.target)
  const body = readBody(request, path.path)
  const key = request.publicKey === '' ? null : decodePublicKey(request.publicKey)
  const signatures = signatureForms(decodeSignature(request.signature) ?? new Uint8Array())
  const isNonce = parseNonce(nonce) !== null
  const bodies = body.value === null ? null : signedBodies(body.value)
  const isComplete = path.path !== '' && bodies !== null && isNonce
  return {
    findings: [
      {
        step: 'Method',
        isRight: method.toUpperCase() === 'POST',
        says:
          method.toUpperCase() === 'POST'
            ? 'POST. The method is not part of the signature.'
            : 'Every signed call is a POST.',
      },
      path.finding,
      body.finding,
      { step: 'Nonce', isRight: isNonce, ...(isNonce && { text: nonce }), says: nonceSays(nonce, isNonce) },
      { step: 'Public key', isRight: key?.length === 91, says: keySays(request.publicKey, key) },
      { step: 'Signature', isRight: signatures.length > 0, says: signatureSays(request.signature, signatures) },
    ],
    parts: isComplete ? { path: path.path, body: bodies[0], nonce } : null,
    sent: isComplete
      ? {
          path: path.path,
          query: path.query,
          host: path.host,
          body: body.kind,
          raw: request.body,
          value: body.value!,
          nonce,
        }
      : null,
    strings: isComplete ? bodies.map((text) => signingString(path.path, text, nonce)) : [],
    spki: key,
    signatures,
  }
}

type Path = { path: string; query: string; host: string | null; finding: Finding }

function readPath(target: string): Path {
  const url = URL.parse(target, 'http://nowhere.invalid')
  const path = target === '' || url === null ? '' : url.pathname
  const host = url === null || url.host === 'nowhere.invalid' ? null : url.host
  const query = url?.search.slice(1) ?? ''
  const isRight = path.startsWith(`${basePath}/private/`)
  const dropped = [host === null ? null : 'the host', query === '' ? null : 'the query'].filter((part) => part !== null)
  const says = !isRight
    ? `A signed call goes to ${basePath}/private/….`
    : dropped.length === 0
      ? 'As sent, from the first slash on.'
      : `Without ${dropped.join(' and ')}.`
  return { path, query, host, finding: { step: 'Path', isRight, says, ...(path !== '' && { text: path }) } }
}

type Body = { kind: 'form' | 'json'; value: Json | null; finding: Finding }

function readBody({ body, contentType }: PastedRequest, path: string): Body {
  const kind = contentType.toLowerCase().startsWith('application/json') ? 'json' : 'form'
  const expected = path.endsWith('/addPaymentRail') ? 'json' : 'form'
  try {
    const value: Json = body.trim() === '' ? {} : kind === 'json' ? parseJson(body) : parseForm(body)
    const [text] = signedBodies(value)
    if (text === '')
      return {
        kind,
        value,
        finding: { step: 'Body', isRight: true, says: 'No parameters, so the nonce follows the path.' },
      }
    const isRight = kind === expected
    const says = isRight
      ? kind === 'form'
        ? 'The form as an object of strings with sorted keys and no spaces.'
        : 'The JSON with sorted keys and without spaces.'
      : `This call takes ${expected === 'json' ? 'application/json' : 'application/x-www-form-urlencoded'}.`
    return { kind, value, finding: { step: 'Body', isRight, says, text } }
  } catch (error) {
    if (!(error instanceof MalformedBody)) throw error
    return {
      kind,
      value: null,
      finding: {
        step: 'Body',
        isRight: false,
        says: `It is not valid ${kind === 'json' ? 'JSON' : 'form data'}. ${error.message}`,
      },
    }
  }
}

const nonceSays = (nonce: string, isRight: boolean): string =>
  isRight
    ? 'A whole number below 2^64.'
    : nonce === ''
      ? 'The header x-app-nonce is missing.'
      : 'A whole number below 2^64, without sign or leading zeros.'

function keySays(text: string, bytes: Uint8Array | null): string {
  if (text === '') return 'The header x-app-public-key is missing. Choose a key above.'
  if (bytes === null) return 'It is not base64 or base64url.'
  return bytes.length === 91
    ? 'P-256, SPKI, 91 bytes.'
    : `A P-256 public key (SPKI) has 91 bytes. This has ${bytes.length}.`
}

function signatureSays(text: string, forms: readonly Uint8Array[]): string {
  if (text === '') return 'The header x-app-signed-data is missing.'
  if (forms.length === 0) return 'It is not base64 of an ECDSA signature: DER, or 64 bytes r and s.'
  return decodeSignature(text)?.length === 64 ? '64 bytes, r and s.' : 'DER.'
}
