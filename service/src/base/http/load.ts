import type { Env } from '../env.ts'
import { limitConnections } from './connections.ts'
import { blockOf } from './per-address.ts'
import type { App, Request } from './request.ts'
import { noSlot, shedEarly, type Shedding } from './shed.ts'
import { slots, type Slots } from './slots.ts'

declare module 'fastify' {
  interface FastifyInstance {
    slots: Slots
  }
  interface FastifyRequest {
    /** The address that its limits go by. */
    block: string
    /** When it took its slot; 0: it has none. */
    slotAt: number
    /** Its body has been read. */
    isWhole: boolean
  }
}

type LoadOptions = Omit<Shedding, 'hasRoom'> & { isProbe(request: { readonly url?: string | undefined }): boolean }

/**
 * What one process takes on: connections and requests, of each address and in all. Probes are always answered.
 *
 * A request that finds no slot is refused before its body is read; it takes one when it is whole, and leaves it with its
 * answer. So a half-sent request holds nothing but its connection, and that not for long (`REQUEST_TIMEOUT_MS`).
 */
export function limitLoad(app: App, env: Env, { isProbe, ...shedding }: LoadOptions): void {
  const { config, clock, metrics } = env
  const limits = { maximum: config.maxInFlight, perAddress: config.inFlightPerAddress, slowMs: config.shedAfterMs }
  const room = slots(limits, clock, metrics.underWay)
  const connections = limitConnections(app.server, {
    perAddress: config.connectionsPerAddress,
    trustedProxies: config.trustedProxies,
    unreadMs: config.requestTimeoutMs,
    onEnd: (why) => metrics.connectionsEnded.inc({ why }),
  })
  app.server.maxConnections = config.maxConnections
  app.server.on('drop', () => metrics.connectionsEnded.inc({ why: 'refused' }))
  app.decorate('slots', room)
  app.decorateRequest('block', '')
  app.decorateRequest('slotAt', 0)
  app.decorateRequest('isWhole', false)

  // Behind a proxy the address is not known yet.
  const knownBlock = (address: string | undefined) => (config.trustedProxies.length === 0 ? blockOf(address) : '')
  const hasRoom: Shedding['hasRoom'] = (request) =>
    isProbe(request) || room.hasRoom(knownBlock(request.socket.remoteAddress))
  shedEarly(app, env, { ...shedding, hasRoom })
  app.addHook('onRequest', (request, _reply, done) => {
    request.block = blockOf(request.ip)
    done()
  })
  app.addHook('preValidation', (request, _reply, done) => {
    request.isWhole = true
    connections.busy(request.raw.socket)
    if (isProbe(request)) return done()
    if (!room.hasRoom(request.block)) return done(noSlot())
    room.take(request.block)
    request.slotAt = clock.elapsed()
    done()
  })
  // Also when the caller is gone: what was begun for it goes on until here. From here on nothing but the caller, who may
  // never read, keeps the connection.
  app.addHook('onSend', (request, reply, _payload, done) => {
    leaveSlot(request, reply.statusCode < 400)
    connections.answered(request.raw.socket, request.isWhole)
    done()
  })
}

/** The request needs no more work: it is answered, or waits for something to happen (which is no measure of anything). */
export function leaveSlot(request: Request, measured = false): void {
  if (request.slotAt === 0) return
  request.server.slots.leave(request.block, measured ? request.slotAt : null)
  request.slotAt = 0
}
