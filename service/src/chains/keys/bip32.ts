import { createHmac } from 'node:crypto'
import { compressedPoint } from './sign.ts'

// BIP-32 over secp256k1, from secrets down.

export const hardened = 2 ** 31
const order = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n

export type Branch = { readonly secret: Uint8Array; child(index: number): Branch }

/** What lies at `path` below a seed of 16 to 64 bytes. */
export function branchAt(seed: Uint8Array, path: readonly number[]): Branch {
  const whole = createHmac('sha512', 'Bitcoin seed').update(seed).digest()
  const root = branch(whole.subarray(0, 32), whole.subarray(32))
  return path.reduce((parent, index) => parent.child(index), root)
}

function branch(secret: Buffer, chainCode: Buffer): Branch {
  let point: Uint8Array | null = null
  const child = (index: number): Branch => {
    const data = Buffer.alloc(37)
    if (index >= hardened) data.set(secret, 1)
    else data.set((point ??= compressedPoint(secret)))
    data.writeUInt32BE(index, 33)
    const whole = createHmac('sha512', chainCode).update(data).digest()
    const tweak = numberIn(whole.subarray(0, 32))
    const sum = (tweak + numberIn(secret)) % order
    // One index in 2^127 has no key: nobody has ever seen one.
    if (tweak >= order || sum === 0n) throw new Error(`there is no key at index ${index}`)
    return branch(Buffer.from(sum.toString(16).padStart(64, '0'), 'hex'), whole.subarray(32))
  }
  return { secret, child }
}

const numberIn = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`)
