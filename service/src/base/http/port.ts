import { once } from 'node:events'
import { createServer } from 'node:net'

/** Throws what listening there would throw. Asked before anything else is done: whoever cannot listen need not begin. */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** One sentence for whoever chose the port; null for any other error. */
export function takenPort(error: unknown): string | null {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program: stop that one, choose another port, or 0 for any that is free.`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `HOST and PORT ${port} cannot be listened on (${code}).`
  return null
}
