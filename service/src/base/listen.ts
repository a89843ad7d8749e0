import type pg from 'pg'

/** How long after its connection was lost a listener tries again. */
const pauseMs = 1_000

/**
 * Hears notifications on a connection of its own, which is opened again when it is lost. What was told meanwhile is not
 * told again. Answers how to end it; throws when it cannot listen at first.
 */
export async function listen(
  connect: () => pg.Client,
  channel: string,
  heard: (payload: string) => void,
  onError: (error: Error) => void,
): Promise<() => Promise<void>> {
  let current: pg.Client | null = null
  let later: NodeJS.Timeout | undefined
  let ended = false

  async function open(): Promise<void> {
    const client = connect()
    client.on('error', onError)
    client.on('notification', ({ payload }) => heard(payload ?? ''))
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(onError)
      throw error
    }
    current = client
    client.once('end', () => {
      current = null
      openLater()
    })
    if (ended) await client.end()
  }

  function openLater(): void {
    if (ended) return
    later = setTimeout(() => {
      open().catch((error: Error) => {
        onError(error)
        openLater()
      })
    }, pauseMs)
  }

  await open()
  return async () => {
    ended = true
    clearTimeout(later)
    await current?.end()
  }
}
