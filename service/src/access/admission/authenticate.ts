import type { AuthReason } from '@specie/protocol/errors.ts'
import type { SentRequest } from '@specie/protocol/signing/nearmiss.ts'
import {
  decodeSignature,
  p1363ToDer,
  parseNonce,
  signatureForms,
  signedBodies,
  signingString,
} from '@specie/protocol/signing/signing.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, type Details } from '../../base/http/errors.ts'
import { admissions, type Admission, type AdmissionRequest, assertAdmitted } from './admission.ts'
import { type DeferredAdmission, deferredAdmissionOf } from './deferred-admission.ts'
import { hints } from './hints.ts'
import { isWithinWindow, outsideWindow } from './nonce-window.ts'
import { keyring, type Key, type Standing } from '../api-key/keyring.ts'
import { publicKeyProblem } from '../api-key/parse.ts'
import { type Verification, verification } from './verification.ts'

/** The caller's claim in the headers, before the body is read. */
export type Claim = { key: Key; nonce: bigint; nonceText: string; signatures: Uint8Array[] }

/** The request as sent, without the nonce, which is in the claim. */
export type Sent = Omit<SentRequest, 'nonce'>

/** A request that was proven to come from the key's holder, is no replay, and is within the rate limit. */
export type Admitted = { key: Key; nonce: bigint; admission: Standing & Pick<Admission, 'highestNonce'> }

export type Authenticator = {
  /** Checks that headers are well formed and the key is known and active. */
  claim(headers: Record<string, string | string[] | undefined>): Promise<Claim>
  /** Throws unless the key's holder signed exactly this. */
  verify(claim: Claim, sent: Sent): Promise<void>
  /** Checks nonce and rate in one atomic step. Only for verified requests, or anyone could use up a client's nonces. */
  admit(claim: Claim): Promise<Admitted>
  /** For requests that are admitted by the statement that executes them. */
  deferAdmission(claim: Claim): Promise<DeferredAdmission>
  drained(): Promise<void>
}

export function authenticator(env: Env): Authenticator {
  const keys = keyring(env)
  const admission = admissions(env)
  const signatures = verification()
  const isSigned = signatureCheck(signatures)
  const explain = mismatchExplainer(isSigned, env.clock)

  async function claim(headers: Record<string, string | string[] | undefined>): Promise<Claim> {
    const publicKey = header(headers, 'x-app-public-key')
    const nonceText = header(headers, 'x-app-nonce')
    const signature = header(headers, 'x-app-signed-data')
    const nonce = parseNonce(nonceText)
    if (nonce === null) {
      throw failure(
        'malformed_nonce',
        'x-app-nonce is malformed. It is a whole number from 0 to 2^64-1 without leading zeros, for example UNIX time in milliseconds.',
        { header: 'x-app-nonce' },
      )
    }
    const signatures = derForms(decodeSignature(signature) ?? new Uint8Array())
    if (signatures.length === 0) {
      throw failure(
        'malformed_signature',
        'x-app-signed-data is not the base64url of an ECDSA P-256 signature, as DER or as 64 bytes.',
      )
    }
    const found = await keys.find(publicKey)
    if (!found) throw failure('unknown_key', `x-app-public-key: ${unknownKeyReason(publicKey)}`)
    if ('unusable' in found) throw notUsable(found.unusable)
    return { key: found, nonce, nonceText, signatures }
  }

  async function verify(claimed: Claim, sent: Sent): Promise<void> {
    const texts = signedBodies(sent.value).map((text) => signingString(sent.path, text, claimed.nonceText))
    if (!(await isSigned(claimed, texts))) throw await explain(claimed, sent)
  }

  async function admit(claimed: Claim): Promise<Admitted> {
    const { key, nonce } = claimed
    for (;;) {
      await assertFreshNonce(claimed)
      const admitted = await admission.submit(admissionRequestOf(claimed))
      if (admitted.outcome !== 'changed') {
        assertAdmitted(admitted)
        return { key, nonce, admission: { ...key.standing, highestNonce: admitted.highestNonce } }
      }
      const renewed = await keys.renew(key)
      if ('unusable' in renewed) throw notUsable(renewed.unusable)
    }
  }

  async function deferAdmission(claimed: Claim): Promise<DeferredAdmission> {
    await assertFreshNonce(claimed)
    return deferredAdmissionOf(admissionRequestOf(claimed), () => admit(claimed))
  }

  /** Throws when the nonce is outside the key's window. The nonce is not stored: one far ahead would lock the key out. */
  async function assertFreshNonce(claimed: Claim): Promise<void> {
    if (isWithinWindow(env, claimed)) return
    // The window may have changed since it was cached.
    const renewed = await keys.renew(claimed.key)
    if ('unusable' in renewed) throw notUsable(renewed.unusable)
    if (!isWithinWindow(env, claimed)) throw await outsideWindow(env, claimed)
  }

  const drained = async () => {
    await admission.drained()
    await signatures.close()
  }
  return { claim, verify, admit, deferAdmission, drained }
}

const admissionRequestOf = ({ key, nonce }: Claim): AdmissionRequest => ({
  keyId: key.id,
  nonce,
  version: key.standing.version,
})

function header(headers: Record<string, string | string[] | undefined>, name: string): string {
  const value = headers[name]
  if (typeof value === 'string' && value !== '') return value
  throw failure('missing_header', `The header ${name} is missing.`, { header: name })
}

/** The possible DER signatures in these bytes. Passing the other format to Node takes 70 µs more per call. */
function derForms(bytes: Uint8Array): Uint8Array[] {
  const forms = signatureForms(bytes)
  // Nearly all signatures are in DER already; encoding them again would take 6 µs.
  return bytes.length === 64 ? forms.map(p1363ToDer) : forms.map(() => bytes)
}

/** A key of another kind cannot be registered, so its kind is the reason. */
const unknownKeyReason = (publicKey: string): string =>
  publicKeyProblem(publicKey) ?? 'This public key is not registered in this environment.'

const failure = (reason: AuthReason, message: string, details: Details = {}): ApiError =>
  new ApiError('signature_failure', { reason, ...details }, message)

/** The remedy for each state. */
const cures: { readonly [state: string]: string } = {
  registered: ' Sign its challenge in the portal first.',
  frozen: ' Unfreeze it in the portal, or ask support if Specie froze it.',
}

const notUsable = (state: string): ApiError =>
  failure('revoked_key', `This key cannot be used, because it is ${state}.${cures[state] ?? ''}`, { key_status: state })

type IsSigned = (claim: Claim, texts: readonly (string | Uint8Array)[]) => Promise<boolean>

/** There are few candidates: usually one signature and one text. */
const signatureCheck =
  ({ isValid }: Verification): IsSigned =>
  async ({ key, signatures }, texts) => {
    for (const text of texts) {
      const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text
      for (const signature of signatures) {
        if (await isValid({ spki: key.spki, signature, text: bytes })) return true
      }
    }
    return false
  }

/** A 401 that shows the expected text and, where a known mistake matches, names it. */
function mismatchExplainer(isSigned: IsSigned, clock: Env['clock']): (claim: Claim, sent: Sent) => Promise<ApiError> {
  const hintFor = hints(clock)
  return async (claim, sent) => {
    const hint = await hintFor({ ...sent, nonce: claim.nonceText }, (text) => isSigned(claim, [text]))
    const details = { signing_string: signingString(sent.path, signedBodies(sent.value)[0], claim.nonceText) }
    return failure(
      'signature_mismatch',
      'The signature does not match this key and details.signing_string. Compare the text that you signed with details.signing_string.',
      { ...details, ...(hint === null ? {} : { hint }) },
    )
  }
}
