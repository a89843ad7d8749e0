import type { AuthReason } from '@specie/protocol/errors.ts'
import type { SentRequest } from '@specie/protocol/nearmiss.ts'
import {
  decodeSignature,
  p1363ToDer,
  parseNonce,
  signatureForms,
  signedBodies,
  signingString,
} from '@specie/protocol/signing.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, type Details } from '../../base/http/errors.ts'
import { admissions, type Admission, type AdmissionRequest, passed } from './admission.ts'
import { type DeferredAdmission, deferredAdmissionOf } from './deferred-admission.ts'
import { hints } from './hints.ts'
import { isWithinWindow, outsideWindow } from './nonce-window.ts'
import { keyring, type Key, type Standing } from '../api-key.ts'
import { type Verification, verification } from './verification.ts'

/** What the headers claim, before the body is read. */
export type Claim = { key: Key; nonce: bigint; nonceText: string; signatures: Uint8Array[] }

/** What was sent, nonce aside: that stands in the claim. */
export type Sent = Omit<SentRequest, 'nonce'>

/** A request that is proven to come from the key's holder, and is neither a replay nor too early. */
export type Caller = { key: Key; nonce: bigint; admission: Standing & Pick<Admission, 'highestNonce'> }

export type Authenticator = {
  /** Headers well formed, key known and active. */
  claim(headers: Record<string, string | string[] | undefined>): Promise<Claim>
  /** Throws unless the key's holder signed exactly this. */
  verify(claim: Claim, sent: Sent): Promise<void>
  /** Nonce and rate, in one atomic step; only for what is verified, or anyone could spend a client's nonces. */
  admit(claim: Claim): Promise<Caller>
  /** For what is admitted by the statement that carries it out. */
  entry(claim: Claim): Promise<DeferredAdmission>
  drained(): Promise<void>
}

export function authenticator(env: Env): Authenticator {
  const keys = keyring(env)
  const admission = admissions(env)
  const signatures = verification()
  const holds = holdsBy(signatures)
  const explain = mismatchExplainer(holds, env.clock)

  async function claim(headers: Record<string, string | string[] | undefined>): Promise<Claim> {
    const publicKey = header(headers, 'x-app-public-key')
    const nonceText = header(headers, 'x-app-nonce')
    const signature = header(headers, 'x-app-signed-data')
    const nonce = parseNonce(nonceText)
    if (nonce === null) {
      throw failure('missing_header', 'x-app-nonce must be a whole number from 0 to 2^64-1 without leading zeros.', {
        header: 'x-app-nonce',
      })
    }
    const signatures = derForms(decodeSignature(signature) ?? new Uint8Array())
    if (signatures.length === 0) {
      throw failure(
        'malformed_signature',
        'x-app-signed-data is not the base64url of an ECDSA P-256 signature, as DER or as 64 bytes.',
      )
    }
    const found = await keys.find(publicKey)
    if (!found) throw failure('unknown_key', 'This public key is not registered in this environment.')
    if ('unusable' in found) throw notUsable(found.unusable)
    return { key: found, nonce, nonceText, signatures }
  }

  async function verify(claimed: Claim, sent: Sent): Promise<void> {
    const texts = signedBodies(sent.value).map((text) => signingString(sent.path, text, claimed.nonceText))
    if (!(await holds(claimed, texts))) throw await explain(claimed, sent)
  }

  async function admit(claimed: Claim): Promise<Caller> {
    const { key, nonce } = claimed
    for (;;) {
      await fresh(claimed)
      const admitted = await admission.submit(askedOf(claimed))
      if (admitted.outcome !== 'changed') {
        passed(admitted)
        return { key, nonce, admission: { ...key.standing, highestNonce: admitted.highestNonce } }
      }
      const renewed = await keys.renew(key)
      if ('unusable' in renewed) throw notUsable(renewed.unusable)
    }
  }

  async function entry(claimed: Claim): Promise<DeferredAdmission> {
    await fresh(claimed)
    return deferredAdmissionOf(askedOf(claimed), () => admit(claimed))
  }

  /** Throws when the nonce lies outside of the key's window. It is not spent: one that lies far ahead would lock the key out. */
  async function fresh(claimed: Claim): Promise<void> {
    if (isWithinWindow(env, claimed)) return
    // The window may be another one by now.
    const renewed = await keys.renew(claimed.key)
    if ('unusable' in renewed) throw notUsable(renewed.unusable)
    if (!isWithinWindow(env, claimed)) throw await outsideWindow(env, claimed)
  }

  const drained = async () => {
    await admission.drained()
    await signatures.close()
  }
  return { claim, verify, admit, entry, drained }
}

const askedOf = ({ key, nonce }: Claim): AdmissionRequest => ({ keyId: key.id, nonce, version: key.standing.version })

function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  const value = headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw failure('missing_header', `The header ${name} is missing.`, { header: name })
}

/** The signatures, as DER, that these bytes can be. Told of the other form with each call, Node takes 70 µs more. */
function derForms(bytes: Uint8Array): Uint8Array[] {
  const forms = signatureForms(bytes)
  // Nearly all come as DER: to write that anew would be 6 µs.
  return bytes.length === 64 ? forms.map(p1363ToDer) : forms.map(() => bytes)
}

const failure = (reason: AuthReason, message: string, details: Details = {}): ApiError =>
  new ApiError('signature_failure', { reason, ...details }, message)

const notUsable = (state: string): ApiError =>
  failure('revoked_key', `This key is not in use: it is ${state}.`, { key_status: state })

type Holds = (claim: Claim, texts: readonly (string | Uint8Array)[]) => Promise<boolean>

/** The candidates are few: one signature and one text for all but the odd case. */
const holdsBy =
  ({ holds }: Verification): Holds =>
  async ({ key, signatures }, texts) => {
    for (const text of texts) {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
      for (const signature of signatures) {
        if (await holds({ spki: key.spki, signature, text: bytes })) return true
      }
    }
    return false
  }

/** A 401 that shows what was expected and, where a known mistake fits, names it. */
function mismatchExplainer(holds: Holds, clock: Env['clock']): (claim: Claim, sent: Sent) => Promise<ApiError> {
  const hintFor = hints(clock)
  return async (claim, sent) => {
    const hint = await hintFor({ ...sent, nonce: claim.nonceText }, (text) => holds(claim, [text]))
    const details = { signing_string: signingString(sent.path, signedBodies(sent.value)[0], claim.nonceText) }
    return failure('signature_mismatch', 'The signature does not fit this key and details.signing_string.', {
      ...details,
      ...(hint === null ? {} : { hint }),
    })
  }
}
