// Time and randomness, which tests replace.

/** UNIX time in milliseconds. */
export const wallClock = (): number => Date.now()

export const newId = (): string => globalThis.crypto.randomUUID()

/** From 0.5 to 1: clients that failed together do not retry together. */
export const jitter = (): number => 0.5 + Math.random() / 2

/** A timer with a longer delay would fire at once. */
const longestMs = 2 ** 31 - 1

/** Rejects with the signal's reason. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(reasonOf(signal))
    const onAbort = () => {
      clearTimeout(timer)
      reject(reasonOf(signal!))
    }
    const timer = setTimeout(
      () => {
        signal?.removeEventListener('abort', onAbort)
        resolve()
      },
      Math.min(ms, longestMs),
    )
    signal?.addEventListener('abort', onAbort, { once: true })
  })
}

/** Waits for the promise, until the signal aborts. */
export async function orAborted<T>(promise: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return promise
  let onAbort = () => {}
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(reasonOf(signal))
    if (signal.aborted) onAbort()
    else signal.addEventListener('abort', onAbort, { once: true })
  })
  try {
    return await Promise.race([promise, aborted])
  } finally {
    signal.removeEventListener('abort', onAbort)
  }
}

const reasonOf = (signal: AbortSignal): Error =>
  signal.reason instanceof Error ? signal.reason : new Error('aborted', { cause: signal.reason })
