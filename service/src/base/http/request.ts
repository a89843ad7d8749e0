import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

export type App = FastifyInstance
export type Request = FastifyRequest
export type Reply = FastifyReply

/** Caller and error code, for the log line of a request; `left_out`: how many lines before it were skipped. */
export type Seen = { keyid?: string; personid?: string; institutionid?: string; code?: string; left_out?: number }
