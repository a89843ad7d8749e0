import { createHash, createPublicKey, verify } from 'node:crypto'
import { canonical } from '@specie/protocol/encoding/json.ts'
import { z } from 'zod'
import type { Sql } from '../database/db.ts'
import type { Env } from '../env.ts'

// Heads of the audit chain, signed with the key `audit`. Write access to the database is not enough to rebuild the chain.
// A head is a row of audit.signature, and a line of JSON at each destination.

export type SignedHead = {
  readonly environment: string
  readonly seq: bigint
  readonly hash: Buffer
  readonly at: Date
  readonly publicKey: Buffer
  readonly signature: Buffer
}

/** The signed message. Heads of earlier versions were signed without their time. */
export const headMessage = (environment: string, seq: bigint, hash: Buffer, at?: Date): Buffer =>
  Buffer.from(
    ['specie audit head', environment, seq, hash.toString('hex'), ...(at ? [at.toISOString()] : [])].join(' '),
  )

/** A short name of a public key for people. */
export const keyId = (publicKey: Uint8Array): string =>
  createHash('sha256').update(publicKey).digest('hex').slice(0, 16)

/** Signs the head if it is not signed yet. Without keys this process does nothing; another one signs it. */
export async function signHead(env: Env): Promise<void> {
  if (env.signer === null) return
  const [head] = await env.db.query<{ seq: bigint; hash: Buffer; at: Date }>(
    `select seq, hash, date_trunc('milliseconds', clock_timestamp()) as at from audit.head
     where seq > coalesce((select max(seq) from audit.signature), 0)`,
  )
  if (!head) return
  try {
    const payload = headMessage(env.config.environment, head.seq, head.hash, head.at)
    const purpose = { requestId: `head ${head.seq}`, chain: null, intent: 'sign the head of the audit chain' }
    const signature = await env.signer.sign('audit', 'ed25519', payload, purpose)
    const key = await env.signer.publicKey('audit', 'ed25519')
    const values = [head.seq, head.hash, Buffer.from(key), Buffer.from(signature), head.at]
    await env.db.query('select audit.add_signature($1, $2, $3, $4, $5)', values)
  } catch (error) {
    env.log.error(
      { err: error },
      'the head of the audit chain cannot be signed; add the key named audit to the keystore',
    )
  }
}

type Row = { seq: bigint; hash: Buffer; at: Date; public_key: Buffer; signature: Buffer }

/** Signed heads in order, after the given one. */
export async function headsAfter(sql: Sql, seq: bigint, limit: number | null = null): Promise<SignedHead[]> {
  const [environment] = await sql.query<{ name: string }>('select name from base.environment')
  const rows = await sql.query<Row>(
    'select seq, hash, at, public_key, signature from audit.signature where seq > $1 order by seq limit $2',
    [seq, limit],
  )
  return rows.map(({ public_key, ...row }) => ({ ...row, publicKey: public_key, environment: environment!.name }))
}

const spkiPrefix = Buffer.from('302a300506032b6570032100', 'hex')

/** True when the signature is valid for the public key in it. */
export function isSigned({ environment, seq, hash, at, publicKey, signature }: SignedHead): boolean {
  if (publicKey.length !== 32) return false
  const key = createPublicKey({ key: Buffer.concat([spkiPrefix, publicKey]), format: 'der', type: 'spki' })
  return [headMessage(environment, seq, hash, at), headMessage(environment, seq, hash)].some((message) =>
    verify(null, message, key, signature),
  )
}

/** The line of JSON that a destination receives. */
export const headLine = ({ environment, seq, hash, at, publicKey, signature }: SignedHead): string =>
  canonical({
    environment,
    seq: String(seq),
    hash: hash.toString('hex'),
    at: at.toISOString(),
    key: keyId(publicKey),
    publickey: publicKey.toString('hex'),
    signature: signature.toString('hex'),
  })

const hex = (bytes: number) =>
  z
    .string()
    .regex(new RegExp(`^[0-9a-f]{${bytes * 2}}$`))
    .transform((text) => Buffer.from(text, 'hex'))

const line = z
  .object({
    environment: z.string(),
    seq: z
      .string()
      .regex(/^\d{1,18}$/)
      .transform(BigInt),
    hash: hex(32),
    at: z.iso.datetime().transform((text) => new Date(text)),
    publickey: hex(32),
    signature: hex(64),
  })
  .transform(({ publickey, ...head }): SignedHead => ({ ...head, publicKey: publickey }))

/** Parses a line, also with a prefix that a syslog server added; null when it is not a head. */
export function readHeadLine(text: string): SignedHead | null {
  const start = text.indexOf('{')
  if (start < 0) return null
  try {
    return line.parse(JSON.parse(text.slice(start)))
  } catch {
    return null
  }
}
