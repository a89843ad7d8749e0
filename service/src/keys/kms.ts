import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { z } from 'zod'
import type { Curve, KeyName, RawSigner } from '../base/ports/chain.ts'
import { BadSetting } from '../base/config.ts'
import { requestOutside, maxAnswerBytes } from '../base/http/outside.ts'
import { isSlot, slotName, UnknownKey } from './names.ts'
import { type Credentials, signedHeaders } from './sigv4.ts'

// AWS KMS stores the keys and signs with them. Two HTTPS calls do not justify an SDK of dozens of packages.

export type KmsSettings = Credentials & {
  readonly region: string
  /** Null: the default of the region. */
  readonly endpoint: string | null
  /** `minter/secp256k1` to the id, ARN or alias of its key. */
  readonly keys: ReadonlyMap<string, string>
}

/** KMS refused, or did not answer after all retries. */
export class KmsError extends Error {
  override name = 'KmsError'
}

/** The names that KMS uses for each curve and its signing mode. */
const specs = {
  secp256k1: { KeySpec: 'ECC_SECG_P256K1', MessageType: 'DIGEST', SigningAlgorithm: 'ECDSA_SHA_256' },
  ed25519: { KeySpec: 'ECC_NIST_EDWARDS25519', MessageType: 'RAW', SigningAlgorithm: 'ED25519_SHA_512' },
} as const satisfies Record<Curve, unknown>

const base64 = z.base64().transform((text) => Buffer.from(text, 'base64'))
const publicKeyAnswer = z.object({ KeySpec: z.string(), PublicKey: base64 })
const signAnswer = z.object({ Signature: base64 })
const errorAnswer = z.object({ __type: z.string().default(''), message: z.string().default('') })

/** Temporary errors. Neither call changes anything at KMS, so retrying is safe. */
const temporaryErrors = /^(ThrottlingException|DependencyTimeoutException|KMSInternalException)$/

const timeoutMs = 5_000
const retryDelaysMs = [100, 300, 900, null] as const

export function openKms(settings: KmsSettings, now: () => Date): RawSigner {
  const unknownName = [...settings.keys.keys()].find((name) => !isSlot(name))
  if (unknownName !== undefined)
    throw new BadSetting(`The KMS keys name "${unknownName}", which is no key of ours. Write it as minter/secp256k1.`)
  const call = kmsClient(settings, now)
  const publicKeys = new Map<string, Promise<KeyObject>>()

  function idOf(key: KeyName, curve: Curve): string {
    const id = settings.keys.get(slotName(key, curve))
    if (id === undefined)
      throw new UnknownKey(`KMS has no key for ${slotName(key, curve)}: add its id to the settings.`)
    return id
  }

  async function fetchKey(KeyId: string, curve: Curve): Promise<KeyObject> {
    const { KeySpec, PublicKey } = publicKeyAnswer.parse(await call('GetPublicKey', { KeyId }))
    if (KeySpec !== specs[curve].KeySpec)
      throw new KmsError(`The KMS key ${KeyId} is ${KeySpec}; a ${curve} key must be ${specs[curve].KeySpec}.`)
    return createPublicKey({ key: PublicKey, format: 'der', type: 'spki' })
  }

  /** A public key never changes, so it is fetched once. */
  function keyOf(key: KeyName, curve: Curve): Promise<KeyObject> {
    const name = slotName(key, curve)
    const found = publicKeys.get(name) ?? fetchKey(idOf(key, curve), curve)
    publicKeys.set(name, found)
    found.catch(() => publicKeys.delete(name))
    return found
  }

  return {
    publicKey: async (key, curve) => pointOf(await keyOf(key, curve)),
    sign: async (key, curve, payload) => {
      const KeyId = idOf(key, curve)
      const publicKey = await keyOf(key, curve)
      const { MessageType, SigningAlgorithm } = specs[curve]
      const Message = Buffer.from(payload).toString('base64')
      const { Signature } = signAnswer.parse(await call('Sign', { KeyId, Message, MessageType, SigningAlgorithm }))
      if (curve === 'secp256k1') return recoverable(Signature, payload, pointOf(publicKey))
      if (!verify(null, payload, publicKey, Signature)) throw new KmsError(`KMS signed with another key than ${KeyId}.`)
      return new Uint8Array(Signature)
    },
  }
}

/** 33 bytes compressed, or the 32 bytes of ed25519. */
function pointOf(key: KeyObject): Uint8Array {
  const { x, y } = key.export({ format: 'jwk' })
  if (y === undefined) return new Uint8Array(Buffer.from(x!, 'base64url'))
  return Uint8Array.of(2 + (Buffer.from(y, 'base64url').at(-1)! & 1), ...Buffer.from(x!, 'base64url'))
}

/**
 * DER to r, s and parity. KMS returns either s or n − s, and chains accept only the lower one (EIP-2, BIP-146). Only one
 * of the two parities recovers our key; if neither does, the signature is not ours.
 */
function recoverable(der: Uint8Array, digest: Uint8Array, point: Uint8Array): Uint8Array {
  const { r, s } = secp256k1.Signature.fromBytes(der, 'der')
  const order = secp256k1.Point.Fn.ORDER
  const low = new secp256k1.Signature(r, s > order / 2n ? order - s : s)
  const parity = [0, 1].find((bit) =>
    Buffer.from(low.addRecoveryBit(bit).recoverPublicKey(digest).toBytes(true)).equals(point),
  )
  if (parity === undefined) throw new KmsError('KMS returned a signature by another key than requested.')
  return Uint8Array.of(...low.toBytes('compact'), parity)
}

/** One call of the JSON protocol, retried with the same bytes while the error is temporary. */
function kmsClient({ region, endpoint, ...credentials }: KmsSettings, now: () => Date) {
  const url = new URL(endpoint ?? `https://kms.${region}.amazonaws.com/`)
  return async (action: 'GetPublicKey' | 'Sign', input: Record<string, string>): Promise<unknown> => {
    const body = JSON.stringify(input)
    const typed = { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `TrentService.${action}` }
    const headers = signedHeaders({ url, headers: typed, body, region, service: 'kms', at: now() }, credentials)
    let last = ''
    for (const pause of retryDelaysMs) {
      const answer = await post(url, headers, body)
      if ('done' in answer) return answer.done
      if (!answer.isTemporary) throw new KmsError(`KMS refused ${action}: ${answer.problem}`)
      last = answer.problem
      if (pause !== null) await sleep(pause)
    }
    throw new KmsError(`KMS did not answer ${action} in ${retryDelaysMs.length} tries: ${last}`)
  }
}

type Answer = { readonly done: unknown } | { readonly problem: string; readonly isTemporary: boolean }

async function post(url: URL, headers: Record<string, string>, body: string): Promise<Answer> {
  try {
    const limits = { withinMs: timeoutMs, maxBytes: maxAnswerBytes.json }
    const { status, text } = await requestOutside(url, { method: 'POST', headers, body }, limits)
    if (status === 200) return { done: JSON.parse(text) }
    const { __type, message } = errorAnswer.parse(JSON.parse(text.startsWith('{') ? text : '{}'))
    const type = __type.split('#').at(-1)!
    return {
      problem: `${status} ${type} ${message}`.trim(),
      isTemporary: status >= 500 || temporaryErrors.test(type),
    }
  } catch (error) {
    return { problem: (error as Error).message, isTemporary: true }
  }
}
