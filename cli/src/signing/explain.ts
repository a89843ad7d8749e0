import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { type Json, parseJson } from '@specie/protocol/encoding/json.ts'
import { MalformedBody } from '@specie/protocol/encoding/malformed.ts'
import { type NearMiss, nearMisses, type SentRequest, unexplained } from '@specie/protocol/signing/nearmiss.ts'
import {
  decodePublicKey,
  decodeSignature,
  parseNonce,
  signatureForms,
  signedBodies,
  signingString,
} from '@specie/protocol/signing/signing.ts'
import type { PastedRequest } from './request.ts'

// Checks a signature step by step, as the service does, and marks the first wrong step.

export type Step = {
  readonly step: 'path' | 'body' | 'nonce' | 'signing string' | 'digest' | 'public key' | 'signature' | 'result'
  /** False: this step is wrong. */
  readonly ok: boolean
  readonly value: string
  readonly note?: string
}

/** `ownKey`: the public key of the profile, to recognise a request signed with another key. */
export function explain(request: PastedRequest, ownKey: string | null): Step[] {
  const { headers } = request
  const { path, query, host } = placeOf(request)
  const nonce = headers['x-app-nonce'] ?? ''
  const kind = headers['content-type']?.includes('json') ? 'json' : 'form'
  const body = readBody(kind, request.body)
  const key = readKey(headers['x-app-public-key'] ?? '')
  const signatures = signatureForms(decodeSignature(headers['x-app-signed-data'] ?? '') ?? new Uint8Array())
  const steps: Step[] = [
    pathStep(path, query),
    bodyStep(kind, body, request.body),
    nonceStep(nonce),
    ...digestSteps(path, body, nonce),
    keyStep(headers['x-app-public-key'] ?? '', key, ownKey),
    signatureStep(headers['x-app-signed-data'] ?? '', signatures),
  ]
  if (steps.some(({ ok }) => !ok) || key === null || 'flaw' in body) return [...steps, unfinished]
  const sent: SentRequest = { path, query, host, body: kind, raw: request.body, value: body.value, nonce }
  return [...steps, resultStep(sent, key, signatures)]
}

const unfinished: Step = { step: 'result', ok: false, value: 'Not verified. Correct the marked step first.' }

function placeOf({ url, headers }: PastedRequest) {
  const base = `https://${headers['host'] ?? 'unknown.invalid'}`
  const parsed = URL.canParse(url, base) ? new URL(url, base) : new URL(base)
  const host = parsed.hostname === 'unknown.invalid' ? null : parsed.host
  return { path: url === '' ? '' : parsed.pathname, query: parsed.search.slice(1), host }
}

function pathStep(path: string, query: string): Step {
  const step = { step: 'path', value: path || '(none)' } as const
  if (!path.startsWith('/api/v1/private/'))
    return { ...step, ok: false, note: 'The path of a signed call begins with /api/v1/private/; name it with --path.' }
  return query === '' ? { ...step, ok: true } : { ...step, ok: true, note: 'The query is not signed.' }
}

type Body = { readonly value: { readonly [name: string]: Json }; readonly signed: string } | { readonly flaw: string }

function readBody(kind: 'form' | 'json', raw: string): Body {
  try {
    const value = raw === '' ? {} : kind === 'json' ? parseJson(raw) : parseForm(raw)
    if (value === null || typeof value !== 'object' || Array.isArray(value))
      return { flaw: 'The JSON body must be an object.' }
    return { value: value as { readonly [name: string]: Json }, signed: signedBodies(value)[0] }
  } catch (error) {
    if (error instanceof MalformedBody) return { flaw: `${error.message}.` }
    throw error
  }
}

function bodyStep(kind: 'form' | 'json', body: Body, raw: string): Step {
  if ('flaw' in body) return { step: 'body', ok: false, value: raw, note: body.flaw }
  if (body.signed === '') return { step: 'body', ok: true, value: '(nothing; there are no parameters)' }
  const note =
    kind === 'form' ? 'The form as canonical JSON, all values texts.' : 'The JSON with sorted keys, without spaces.'
  return { step: 'body', ok: true, value: body.signed, note }
}

function nonceStep(nonce: string): Step {
  const value = parseNonce(nonce)
  if (value === null)
    return { step: 'nonce', ok: false, value: nonce || '(none)', note: 'x-app-nonce is a whole number below 2^64.' }
  const isTime = value > 946_684_800_000n && value < 4_102_444_800_000n
  return {
    step: 'nonce',
    ok: true,
    value: nonce,
    ...(isTime && { note: `As UNIX time in milliseconds: ${new Date(Number(value)).toISOString()}.` }),
  }
}

function digestSteps(path: string, body: Body, nonce: string): Step[] {
  if ('flaw' in body) return []
  const text = signingString(path, body.signed, nonce)
  return [
    { step: 'signing string', ok: true, value: text, note: 'Path, body and nonce; nothing between them.' },
    { step: 'digest', ok: true, value: sha256(text).toString('hex'), note: 'SHA-256 of the signing string in UTF-8.' },
  ]
}

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest()

function readKey(text: string): KeyObject | null {
  const der = decodePublicKey(text)
  if (der === null) return null
  try {
    const key = createPublicKey({ key: Buffer.from(der), format: 'der', type: 'spki' })
    return key.asymmetricKeyDetails?.namedCurve === 'prime256v1' ? key : null
  } catch {
    return null
  }
}

function keyStep(text: string, key: KeyObject | null, ownKey: string | null): Step {
  const step = { step: 'public key', value: text || '(none)' } as const
  if (key === null)
    return { ...step, ok: false, note: 'x-app-public-key is the SPKI of a P-256 key in base64, without PEM lines.' }
  const der = key.export({ type: 'spki', format: 'der' }).toString('base64')
  const note =
    ownKey === null ? 'P-256.' : der === ownKey ? 'P-256, the key of your profile.' : 'P-256, not your profile’s.'
  return { ...step, ok: true, note }
}

function signatureStep(text: string, signatures: readonly Uint8Array[]): Step {
  const step = { step: 'signature', value: text || '(none)' } as const
  if (signatures.length === 0)
    return {
      ...step,
      ok: false,
      note: 'x-app-signed-data is an ECDSA signature, as DER or as 64 bytes r and s, in base64url.',
    }
  return { ...step, ok: true, note: `r and s: ${Buffer.from(signatures[0]!).toString('hex')}` }
}

function resultStep(sent: SentRequest, key: KeyObject, signatures: readonly Uint8Array[]): Step {
  const fits = (data: Buffer) =>
    signatures.some((signature) => verify('sha256', data, { key, dsaEncoding: 'ieee-p1363' }, signature))
  const right = signedBodies(sent.value).map((body) => signingString(sent.path, body, sent.nonce))
  if (right.some((text) => fits(Buffer.from(text))))
    return { step: 'result', ok: true, value: 'The signature is right.' }
  const miss = nearMisses(sent).find((one) => fits(signedBytes(one)))
  if (miss === undefined) return { step: 'result', ok: false, value: 'The signature does not fit.', note: unexplained }
  return {
    step: 'result',
    ok: false,
    value: miss.hint,
    note: `What was signed: ${miss.payload} (${miss.part} differs)`,
  }
}

function signedBytes({ payload, digest }: NearMiss): Buffer {
  if (digest === null) return Buffer.from(payload)
  const hash = sha256(payload)
  return digest === 'sha256' ? hash : Buffer.from(hash.toString('hex'))
}
