import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Throws the error that listening there would throw. Called first, so that a start that cannot listen has no other
 * effect.
 */
export async function assertPortFree(host: string, port: number): Promise<void> {
  if (port === 0) return
  const server = createServer().listen({ host, port })
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

/** One sentence for the operator; null for any other error. */
export function takenPort(error: unknown): string | null {
  const { code, port } = error as { code?: string; port?: number }
  if (code === 'EADDRINUSE')
    return `PORT ${port} is taken by another program. Stop that one, choose another port, or 0 for any free port.`
  if (code === 'EACCES' || code === 'EADDRNOTAVAIL') return `HOST and PORT ${port} cannot be listened on (${code}).`
  return null
}
