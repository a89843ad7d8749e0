export type Queues = Map<string, Promise<unknown>>

/** Runs work for the same key one at a time, so each run sees the result of the one before. */
export async function serializeByKey<T>(queues: Queues, key: string, work: () => Promise<T>): Promise<T> {
  const previous = queues.get(key)
  const current = previous ? previous.then(work, work) : work()
  queues.set(key, current)
  try {
    return await current
  } finally {
    if (queues.get(key) === current) queues.delete(key)
  }
}
