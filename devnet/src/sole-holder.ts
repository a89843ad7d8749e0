import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from './settings.ts'

const tries = 60

/**
 * Two processes that append to one log would ruin it. A name in Linux's abstract socket namespace is a lock that
 * vanishes with its holder, also under kill -9, and leaves no file behind.
 */
export async function becomeSoleHolder(folder: string): Promise<{ release(): void }> {
  if (process.platform !== 'linux') return { release: () => {} }
  const name = `\0specie-devnet-${createHash('sha256').update(realpathSync(folder)).digest('hex')}`
  // One that was killed a moment ago may not be gone yet.
  for (let n = 0; n < tries; n += 1) {
    const server = createServer().unref()
    server.listen(name)
    const held = await once(server, 'listening').then(
      () => true,
      (error: Error & { code?: string }) => {
        if (error.code !== 'EADDRINUSE') throw error
        return false
      },
    )
    if (held) return { release: () => server.close() }
    await sleep(50)
  }
  throw new BadSetting('DEVNET_DATA is in use by another process: stop it, or name another folder.')
}
