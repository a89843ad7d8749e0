import type { Server } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { blockOf } from './per-address.ts'

/** Connections from one address. In both sets the one that has been there longest comes first. */
type Peer = {
  open: number
  /** No whole request has come yet. */
  readonly fresh: Set<Socket>
  /** Its answer is on its way, or was read and it is kept for the next request. */
  readonly idle: Set<Socket>
}

export type Connections = {
  /** A whole request of this connection is being worked on. */
  busy(socket: Socket): void
  /** Its answer is being sent. `isWhole`: it was busy with that request. */
  answered(socket: Socket, isWhole: boolean): void
}

export type ConnectionLimits = {
  readonly perAddress: number
  readonly trustedProxies: readonly string[]
  /** A connection ends when nothing of its last answer has been read for so long. */
  readonly unreadMs: number
  /** A connection was ended for a newer one, or is one too many. */
  onEnd(why: 'replaced' | 'refused'): void
}

/**
 * At most so many connections from one address. When there is one more, the oldest that has sent no whole request is ended
 * for it, then the oldest that is idle: who holds connections open cannot keep out who uses them. Proxies that we trust
 * are not counted: their connections are everybody's.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  const peers = new Map<string, Peer>()
  const peerOf = new WeakMap<Socket, Peer>()
  /** Requests of a connection that are being worked on: a caller may send several without waiting. */
  const atWork = new WeakMap<Socket, number>()
  const isProxy = memberOf(limits.trustedProxies)

  function peerAt(address: string): Peer {
    const block = blockOf(address)
    let peer = peers.get(block)
    if (!peer) peers.set(block, (peer = { open: 0, fresh: new Set(), idle: new Set() }))
    return peer
  }

  function forget(socket: Socket, address: string): void {
    const peer = peerOf.get(socket)
    if (!peer) return
    peerOf.delete(socket)
    peer.fresh.delete(socket)
    peer.idle.delete(socket)
    peer.open -= 1
    if (peer.open === 0) peers.delete(blockOf(address))
  }

  /** Ends the one that is missed least; false when all are at work. */
  function makeRoom(peer: Peer, address: string): boolean {
    const [oldest] = peer.fresh.size > 0 ? peer.fresh : peer.idle
    if (!oldest) return false
    forget(oldest, address)
    oldest.destroy()
    limits.onEnd('replaced')
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    atWork.set(socket, 0)
    if (isProxy(address)) return
    const peer = peerAt(address)
    if (peer.open >= limits.perAddress && !makeRoom(peer, address)) {
      socket.destroy()
      limits.onEnd('refused')
      return
    }
    // The last one of an address may just have been ended for this one.
    peers.set(blockOf(address), peer)
    peer.open += 1
    peer.fresh.add(socket)
    peerOf.set(socket, peer)
    socket.once('close', () => forget(socket, address))
  })

  return {
    busy(socket) {
      const others = atWork.get(socket)
      if (others === undefined) return // no connection at all: a test's
      atWork.set(socket, others + 1)
      socket.setTimeout(0)
      const peer = peerOf.get(socket)
      peer?.fresh.delete(socket)
      peer?.idle.delete(socket)
    },
    answered(socket, isWhole) {
      const before = atWork.get(socket)
      if (before === undefined) return
      const left = isWhole ? before - 1 : before
      atWork.set(socket, left)
      if (left > 0) return
      // Node sets its own limit for idle connections when the answer has been read.
      socket.setTimeout(limits.unreadMs)
      const peer = peerOf.get(socket)
      // Who was refused before the request was whole is as good as new.
      if (peer && !peer.fresh.has(socket)) peer.idle.add(socket)
    },
  }
}

/** Whether an address lies in one of these networks. */
export function memberOf(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, '')
    if (isIP(plain) === 0) return false // it has hung up already
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
