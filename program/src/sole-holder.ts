import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, mkdirSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { BadSetting } from './settings.ts'

const tries = 60
const pauseMs = 50

/**
 * Creates the folder of the setting, and holds it. Two processes that append to one log would corrupt it. A name in Linux's
 * abstract socket namespace is a lock that disappears with its holder, also under kill -9, and leaves no file behind.
 */
export async function becomeSoleHolder(folder: string, setting: string): Promise<{ release(): void }> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  chmodSync(folder, 0o700)
  if (process.platform !== 'linux') return { release: () => {} }
  const name = `\0specie-${setting}-${createHash('sha256').update(realpathSync(folder)).digest('hex')}`
  // A process killed a moment ago may not be gone yet.
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
    await sleep(pauseMs)
  }
  throw new BadSetting(`${setting} is in use by another process. Stop it, or name another folder.`)
}
