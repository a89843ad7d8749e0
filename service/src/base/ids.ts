import { randomFillSync } from 'node:crypto'

// The only file that creates random identifiers.

export type Ids = {
  /** UUID version 7 for this time: unique, and ordered by creation, so that indexes grow at their end. */
  uuid(at: Date): string
  /** 32 hex digits, as in W3C trace context. */
  trace(): string
  /** Random bytes for a token, a challenge or a code. */
  secret(bytes: number): Buffer
}

export const randomIds: Ids = {
  uuid: (at) => uuid7(at.getTime(), randomBytes(10)),
  trace: () => randomBytes(16).toString('hex'),
  // Not from the pool of small buffers: its bytes are overwritten later, and a secret must not share them.
  secret: (bytes) => randomFillSync(Buffer.alloc(bytes)),
}

/** A pool of random bytes. A call for ten bytes cost as much as one for four thousand, and every request needs some. */
const pool = Buffer.alloc(4_096)
let used = pool.length

function randomBytes(bytes: number): Buffer {
  if (used + bytes > pool.length) {
    randomFillSync(pool)
    used = 0
  }
  used += bytes
  return pool.subarray(used - bytes, used)
}

function uuid7(ms: number, random: Buffer): string {
  const bytes = Buffer.alloc(16)
  bytes.writeUIntBE(ms, 0, 6)
  random.copy(bytes, 6)
  bytes[6] = (bytes[6]! & 0x0f) | 0x70
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

const uuidForm = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

export const isUuid = (text: string): boolean => uuidForm.test(text)
