import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

// Callers that use a socket directly, from a chosen address: all of 127.0.0.0/8 is this machine.

export type From = { origin: string; address?: string }

export function open({ origin, address = '127.0.0.1' }: From): Socket {
  const { port } = new URL(origin)
  const socket = connect({ host: '127.0.0.1', port: Number(port), localAddress: address, noDelay: true })
  socket.on('error', () => {}) // its end follows
  return socket
}

/** Sends raw bytes and reads until the server closes. */
export async function say(from: From, bytes: string): Promise<{ status: number; text: string }> {
  const socket = open(from)
  let text = ''
  socket.on('data', (chunk) => (text += String(chunk)))
  socket.write(bytes)
  await once(socket, 'close')
  return { status: Number(text.split(' ')[1]), text }
}

export type Flood = {
  /** The current number of connections. */
  open(): number
  end(): void
}

/**
 * Opens `count` connections that send the start of a request, or whole requests whose answers they do not read. A closed one is
 * opened again.
 */
export async function flood(
  from: From,
  count: number,
  beginning: string,
  answers: 'read' | 'unread' = 'read',
): Promise<Flood> {
  const sockets = new Set<Socket>()
  let over = false
  const begin = (): Socket => {
    const socket = open(from)
    sockets.add(socket)
    if (answers === 'read') socket.resume()
    socket.write(beginning)
    socket.once('close', () => {
      sockets.delete(socket)
      if (!over) setTimeout(() => !over && begin(), 1_000)
    })
    return socket
  }
  await Promise.all(
    Array.from({ length: count }, () => {
      const socket = begin()
      return Promise.race([once(socket, 'connect'), once(socket, 'close')])
    }),
  )
  return {
    open: () => sockets.size,
    end: () => {
      over = true
      for (const socket of sockets) socket.destroy()
    },
  }
}

/** The percentile of the times for this share. */
export function percentile(times: readonly number[], share: number): number {
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
}
