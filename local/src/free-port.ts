import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A port that is free now. */
export async function freePort(): Promise<number> {
  return (await listened(0))!
}

/** This port if it is free now, otherwise another one that is. */
export async function freePortLike(port: number): Promise<number> {
  return (await listened(port)) ?? (await freePort())
}

/** The port on which a server could listen; null if another one does. */
async function listened(wanted: number): Promise<number | null> {
  const server = createServer().listen(wanted, '127.0.0.1')
  try {
    await once(server, 'listening')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return null
    throw error
  }
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
