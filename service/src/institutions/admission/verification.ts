import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'

/** Is this the signature (DER) of that text by that key (SubjectPublicKeyInfo)? */
export type Signed = { readonly spki: Uint8Array; readonly signature: Uint8Array; readonly text: Uint8Array }

export type Verification = {
  holds(signed: Signed): Promise<boolean>
  close(): Promise<void>
}

type Waiting = { signed: Signed; resolve: (holds: boolean) => void; reject: (error: unknown) => void }
type Thread = { worker: Worker; busy: readonly Waiting[] }

/** So many at once and a thread is busy for 7 ms: whoever comes next may go to another one. */
const mostInBatch = 32

/**
 * Checks signatures on threads of its own, one a core, in batches of whatever has arrived. A signature costs 0.2 ms, and
 * checked in the event loop it would hold up every other request. Node's own way to the thread pool
 * was a third of what the event loop did in a profile of orders at 128 callers; handing over batches is a tenth.
 */
export function verification(threads: number = availableParallelism()): Verification {
  let queue: Waiting[] = []
  let closed = false
  let handing = false
  const pool = new Set<Thread>()

  function start(): Thread {
    const worker = new Worker(new URL('./verify-worker.ts', import.meta.url))
    const thread: Thread = { worker, busy: [] }
    worker.unref()
    worker.on('message', (verdicts: Uint8Array) => {
      const answered = thread.busy
      thread.busy = []
      answered.forEach((one, n) => one.resolve(verdicts[n] === 1))
      handSoon()
    })
    // A thread that fails is replaced; whom it left without an answer is told so.
    worker.on('error', (error) => {
      pool.delete(thread)
      for (const one of thread.busy) one.reject(error)
      if (!closed) handSoon()
    })
    pool.add(thread)
    return thread
  }

  function next(thread: Thread): void {
    if (queue.length === 0) return
    thread.busy = queue.slice(0, mostInBatch)
    queue = queue.slice(mostInBatch)
    const batch = packed(thread.busy)
    thread.worker.postMessage(batch, [batch])
  }

  /** Threads are started when they are first needed. */
  function hand(): void {
    handing = false
    for (const thread of pool) if (thread.busy.length === 0) next(thread)
    if (queue.length > 0 && pool.size < threads) next(start())
  }

  /** Once for all that arrived in this turn of the event loop: a thread is woken for one as dearly as for many. */
  function handSoon(): void {
    if (handing) return
    handing = true
    setImmediate(hand)
  }

  return {
    holds: (signed) =>
      new Promise((resolve, reject) => {
        queue.push({ signed, resolve, reject })
        handSoon()
      }),
    close: async () => {
      closed = true
      await Promise.all([...pool].map(({ worker }) => worker.terminate()))
    },
  }
}

/** As verify-worker.ts reads it. */
function packed(batch: readonly Waiting[]): ArrayBuffer {
  const size = batch.reduce(
    (sum, { signed: { spki, signature, text } }) => sum + 8 + spki.length + signature.length + text.length,
    4,
  )
  const whole = new ArrayBuffer(size)
  const bytes = Buffer.from(whole)
  bytes.writeUInt32LE(batch.length, 0)
  let at = 4
  for (const { signed } of batch) {
    const { spki, signature, text } = signed
    bytes.writeUInt16LE(spki.length, at)
    bytes.writeUInt16LE(signature.length, at + 2)
    bytes.writeUInt32LE(text.length, at + 4)
    at += 8
    for (const part of [spki, signature, text]) {
      bytes.set(part, at)
      at += part.length
    }
  }
  return whole
}
