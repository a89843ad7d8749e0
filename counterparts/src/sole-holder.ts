import { createHash } from 'node:crypto'
import { realpathSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { elapsed } from './machine.ts'
import { BadSetting } from './settings.ts'

const patience = 3_000

/**
 * Two processes that append to one log would ruin it. Holding a name in Linux's abstract socket namespace is a lock
 * that vanishes with its holder, also under kill -9, and leaves no file behind.
 */
export async function becomeSoleHolder(folder: string): Promise<{ release(): void }> {
  if (process.platform !== 'linux') return { release: () => {} }
  const name = `\0specie-counterparts-${createHash('sha256').update(realpathSync(folder)).digest('hex')}`
  // One that was killed a moment ago may not be gone yet.
  const until = elapsed() + patience
  while (true) {
    const server = createServer()
    if (await holds(server, name)) return { release: () => server.close() }
    if (elapsed() > until)
      throw new BadSetting('COUNTERPARTS_DATA is in use by another process: stop it, or name another folder.')
    await sleep(50)
  }
}

function holds(server: Server, name: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: Error & { code?: string }) =>
      error.code === 'EADDRINUSE' ? resolve(false) : reject(error),
    )
    server.listen(name, () => resolve(true))
    server.unref()
  })
}
