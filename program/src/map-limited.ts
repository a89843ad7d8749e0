/** Like `Promise.all` over a map, with limited concurrency. After a failure no further item is started. */
export async function mapLimited<T, R>(
  items: readonly T[],
  limit: number,
  work: (item: T) => Promise<R>,
): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < items.length) {
      const index = next
      next += 1
      results[index] = await work(items[index]!)
    }
  }
  const stopAll = (error: unknown) => {
    next = items.length
    throw error
  }
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, () => worker().catch(stopAll)))
  return results
}
