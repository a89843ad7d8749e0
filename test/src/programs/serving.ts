import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach } from 'vitest'

/** Servers with scripted answers, for one test each. The function returns the address of a new one. */
export function servers(): (answer: RequestListener) => Promise<string> {
  const running: Server[] = []
  afterEach(async () => {
    for (const server of running.splice(0)) {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    }
  })
  return async (answer) => {
    const server = createServer(answer)
    running.push(server)
    await once(server.listen(0, '127.0.0.1'), 'listening')
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
}
