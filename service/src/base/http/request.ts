import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type App = FastifyInstance
export type Request = FastifyRequest
export type Reply = FastifyReply

/** Who calls and what went wrong, for the one log line of a request; `left_out`: how many before it have none. */
export type Seen = { keyid?: string; institutionid?: string; code?: string; left_out?: number }
