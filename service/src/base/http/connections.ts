import type { Server } from 'node:http'
import { BlockList, isIP, isIPv6, type Socket } from 'node:net'
import { blockOf } from './per-address.ts'

/** Connections of one address. Both sets are ordered, oldest first. */
type Peer = {
  open: number
  /** No complete request received yet. */
  readonly fresh: Set<Socket>
  /** The answer is being sent, or was read and the connection is kept alive. */
  readonly idle: Set<Socket>
}

export type Connections = {
  /** A complete request on this connection is being processed. */
  busy(socket: Socket): void
  /** The answer is being sent. `isWhole`: its request had been received completely. */
  answered(socket: Socket, isWhole: boolean): void
}

export type ConnectionLimits = {
  readonly perAddress: number
  readonly trustedProxies: readonly string[]
  /** A connection is closed when nothing of its last answer has been read for this long. */
  readonly unreadMs: number
  /** A connection was closed in favour of a newer one, or refused. */
  onEnd(why: 'replaced' | 'refused'): void
}

/**
 * Limits the connections of one address. When the limit is reached, a new connection replaces the oldest one without a
 * complete request, else the oldest idle one: clients that only hold connections open cannot lock out those that use
 * them. Trusted proxies are not counted, because their connections belong to many clients.
 */
export function limitConnections(server: Server, limits: ConnectionLimits): Connections {
  const peers = new Map<string, Peer>()
  const peerOf = new WeakMap<Socket, Peer>()
  /** Requests being processed per connection: HTTP pipelining allows several. */
  const inProgress = new WeakMap<Socket, number>()
  const isProxy = networkMatcher(limits.trustedProxies)

  function peerAt(address: string): Peer {
    const block = blockOf(address)
    let peer = peers.get(block)
    if (!peer) peers.set(block, (peer = { open: 0, fresh: new Set(), idle: new Set() }))
    return peer
  }

  function remove(socket: Socket, address: string): void {
    const peer = peerOf.get(socket)
    if (!peer) return
    peerOf.delete(socket)
    peer.fresh.delete(socket)
    peer.idle.delete(socket)
    peer.open -= 1
    if (peer.open === 0) peers.delete(blockOf(address))
  }

  /** Closes the least useful connection; false when all are busy. */
  function makeRoom(peer: Peer, address: string): boolean {
    const [oldest] = peer.fresh.size > 0 ? peer.fresh : peer.idle
    if (!oldest) return false
    remove(oldest, address)
    oldest.destroy()
    limits.onEnd('replaced')
    return true
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    inProgress.set(socket, 0)
    if (isProxy(address)) return
    const peer = peerAt(address)
    if (peer.open >= limits.perAddress && !makeRoom(peer, address)) {
      socket.destroy()
      limits.onEnd('refused')
      return
    }
    // Closing the only other connection of this address may have removed the peer.
    peers.set(blockOf(address), peer)
    peer.open += 1
    peer.fresh.add(socket)
    peerOf.set(socket, peer)
    socket.once('close', () => remove(socket, address))
  })

  return {
    busy(socket) {
      const others = inProgress.get(socket)
      if (others === undefined) return // injected by a test, without a connection
      inProgress.set(socket, others + 1)
      socket.setTimeout(0)
      const peer = peerOf.get(socket)
      peer?.fresh.delete(socket)
      peer?.idle.delete(socket)
    },
    answered(socket, isWhole) {
      const before = inProgress.get(socket)
      if (before === undefined) return
      const left = isWhole ? before - 1 : before
      inProgress.set(socket, left)
      if (left > 0) return
      // Node sets its own limit for idle connections when the answer has been read.
      socket.setTimeout(limits.unreadMs)
      const peer = peerOf.get(socket)
      // A request that was refused before it was complete leaves the connection fresh.
      if (peer && !peer.fresh.has(socket)) peer.idle.add(socket)
    },
  }
}

/** Tells whether an address belongs to one of these networks. */
export function networkMatcher(networks: readonly string[]): (address: string) => boolean {
  if (networks.length === 0) return () => false
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, '')
    if (isIP(plain) === 0) return false // the socket is already closed
    return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}
