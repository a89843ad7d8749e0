export type Queues = Map<string, Promise<unknown>>

/** One after the other for each key: whoever comes second finds what the first has done. */
export async function serializeByKey<T>(turns: Queues, key: string, work: () => Promise<T>): Promise<T> {
  const before = turns.get(key)
  const mine = before ? before.then(work, work) : work()
  turns.set(key, mine)
  try {
    return await mine
  } finally {
    if (turns.get(key) === mine) turns.delete(key)
  }
}
