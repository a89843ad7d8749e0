import { createHmac } from 'node:crypto'

// SLIP-0010 for ed25519: every step is hardened, so that a child's secret reveals nothing about its siblings.

const hardened = 2 ** 31

/** The secret at `path` (indexes without their hardening bit) below a seed of 16 to 64 bytes. */
export function ed25519Child(seed: Uint8Array, path: readonly number[]): Uint8Array {
  let node = hmac(Buffer.from('ed25519 seed'), seed)
  for (const index of path) {
    const data = Buffer.alloc(37)
    data.set(node.subarray(0, 32), 1)
    data.writeUInt32BE(index + hardened, 33)
    node = hmac(node.subarray(32), data)
  }
  return node.subarray(0, 32)
}

function hmac(key: Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}
