import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

// A thread that verifies signatures (verification.ts). Parsed keys are cached. Parsing takes longer than verifying.

const cache = new Map<string, KeyObject>()
const maxKeys = 50_000

function keyOf(spki: Buffer): KeyObject {
  const text = spki.toString('latin1')
  let key = cache.get(text)
  if (!key) {
    if (cache.size >= maxKeys) cache.delete(cache.keys().next().value!)
    cache.set(text, (key = createPublicKey({ key: spki, format: 'der', type: 'spki' })))
  }
  return key
}

/** A batch: for each signature the lengths of key, signature and text, then these three. */
parentPort!.on('message', (batch: ArrayBuffer) => {
  const bytes = Buffer.from(batch)
  const count = bytes.readUInt32LE(0)
  const verdicts = new Uint8Array(count)
  let offset = 4
  const part = (length: number) => bytes.subarray(offset, (offset += length))
  for (let n = 0; n < count; n += 1) {
    const [key, signature, text] = [
      bytes.readUInt16LE(offset),
      bytes.readUInt16LE(offset + 2),
      bytes.readUInt32LE(offset + 4),
    ]
    offset += 8
    const verifier = keyOf(part(key))
    const der = part(signature)
    verdicts[n] = verify('sha256', part(text), verifier, der) ? 1 : 0
  }
  parentPort!.postMessage(verdicts, [verdicts.buffer])
})
