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
    /** The address under which it is counted. */
    block: string
    /** The time at which it took its slot; 0 if it has none. */
    slotAt: number
    /** The whole body has been read. */
    isWhole: boolean
  }
}

type LoadOptions = Omit<Shedding, 'hasRoom'> & { isProbe(request: { readonly url?: string | undefined }): boolean }

/**
 * Limits the connections and requests of one process, per address and in total. Probes are always answered.
 *
 * A request that finds no slot is refused before its body is read. It takes a slot when it is complete, and releases it
 * with its answer. So an incomplete request occupies only its connection, and not for long.
 */
export function limitLoad(app: App, env: Env, { isProbe, ...shedding }: LoadOptions): void {
  const { config, clock, metrics } = env
  const limits = { maximum: config.maxInFlight, perAddress: config.connectionsPerAddress, slowMs: config.shedAfterMs }
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

  // Behind a proxy the client's address is not known yet.
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
  // This is also called when the caller has disconnected. Its work continues until here. After this only the caller, who
  // may never read the answer, keeps the connection open.
  app.addHook('onSend', (request, reply, _payload, done) => {
    leaveSlot(request, reply.statusCode < 400)
    connections.answered(request.raw.socket, request.isWhole)
    done()
  })
}

/** Releases the slot. The request is answered, or waits for an event (which says nothing about load). */
export function leaveSlot(request: Request, measured = false): void {
  if (request.slotAt === 0) return
  request.server.slots.leave(request.block, measured ? request.slotAt : null)
  request.slotAt = 0
}
