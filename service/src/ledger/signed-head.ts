import { createPublicKey, verify } from 'node:crypto'
import type { Env } from '../base/env.ts'

// Heads of the audit chain, signed: whoever can write to the database cannot rebuild the chain without the key.

/** What is signed. */
export const headMessage = (environment: string, seq: bigint, hash: Buffer): Buffer =>
  Buffer.from(`specie audit head ${environment} ${seq} ${hash.toString('hex')}`)

/** Signs the head if nobody has. Without keys it stays unsigned; another process will do it. */
export async function signHead(env: Env): Promise<void> {
  if (env.signer === null) return
  const [head] = await env.db.query<{ seq: bigint; hash: Buffer }>(
    'select seq, hash from audit.head where seq > coalesce((select max(seq) from audit.signature), 0)',
  )
  if (!head) return
  try {
    const payload = headMessage(env.config.environment, head.seq, head.hash)
    const purpose = { requestId: `head ${head.seq}`, chain: null, intent: 'sign the head of the audit chain' }
    const signature = await env.signer.sign('audit', 'ed25519', payload, purpose)
    const key = await env.signer.publicKey('audit', 'ed25519')
    await env.db.query(
      `insert into audit.signature (seq, hash, public_key, signature, at) values ($1, $2, $3, $4, $5) on conflict do nothing`,
      [head.seq, head.hash, Buffer.from(key), Buffer.from(signature), env.clock.now()],
    )
  } catch (error) {
    env.log.error({ err: error }, 'the head of the audit chain cannot be signed: see that there is a key named audit')
  }
}

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** True when this key has signed this message. */
export function isSigned(message: Buffer, publicKey: Buffer, signature: Buffer): boolean {
  if (publicKey.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
  return verify(null, message, key, signature)
}
