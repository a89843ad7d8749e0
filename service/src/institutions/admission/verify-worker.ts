import { createPublicKey, type KeyObject, verify } from 'node:crypto'
import { parentPort } from 'node:worker_threads'

// A thread that checks signatures (verification.ts). It keeps keys parsed: that costs more than a signature.

const known = new Map<string, KeyObject>()
const mostKeys = 50_000

function keyOf(spki: Buffer): KeyObject {
  const text = spki.toString('latin1')
  let key = known.get(text)
  if (!key) {
    if (known.size >= mostKeys) known.delete(known.keys().next().value!)
    known.set(text, (key = createPublicKey({ key: spki, format: 'der', type: 'spki' })))
  }
  return key
}

/** A batch: of each signature the lengths of key, signature and text, then these three. */
parentPort!.on('message', (batch: ArrayBuffer) => {
  const bytes = Buffer.from(batch)
  const count = bytes.readUInt32LE(0)
  const verdicts = new Uint8Array(count)
  let at = 4
  const part = (length: number) => bytes.subarray(at, (at += length))
  for (let n = 0; n < count; n += 1) {
    const [key, signature, text] = [bytes.readUInt16LE(at), bytes.readUInt16LE(at + 2), bytes.readUInt32LE(at + 4)]
    at += 8
    const verifier = keyOf(part(key))
    const der = part(signature)
    verdicts[n] = verify('sha256', part(text), verifier, der) ? 1 : 0
  }
  parentPort!.postMessage(verdicts, [verdicts.buffer])
})
