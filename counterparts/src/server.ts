import { foreignCaller, hasBearer } from '@specie/program/http-guard.ts'
import { noSchemas } from '@specie/program/no-schemas.ts'
import { fastify, type FastifyError, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { elapsed, wall } from './machine.ts'
import { Refusal } from './refusal.ts'

export type App = FastifyInstance
export type Request = FastifyRequest
export type Reply = FastifyReply

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number
  }
  interface FastifyContextConfig {
    /** Callers sign, and need no token. */
    signed?: boolean
  }
}

/** The maximum size of a bank file. */
const bodyLimit = 20 * 1024 * 1024

/** One server for all simulators: the token, one shape for errors, one log line per request. */
export function createServer(token: string | null, say: (line: string) => void): App {
  const app = fastify({
    schemaController: noSchemas,
    bodyLimit,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  })
  let draining = false
  app.addHook('preClose', async () => {
    draining = true
  })
  // A kept-alive connection would delay the end until its client closes it.
  app.addHook('onSend', async (_request, reply) => {
    if (draining) reply.header('connection', 'close')
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.decorateRequest('startedAt', 0)
  app.addHook('onRequest', async (request, reply) => {
    request.startedAt = elapsed()
    reply.raw.once('close', () => say(logLine(request, reply)))
    const foreign = foreignCaller(request.headers)
    if (foreign !== null) throw new Refusal(403, foreign)
    const { signed = false } = request.routeOptions.config
    if (token !== null && !signed && !hasBearer(request.headers, token))
      throw new Refusal(401, 'Send COUNTERPARTS_TOKEN as a bearer token.')
  })
  app.setNotFoundHandler(async (_request, reply) => reply.code(404).send({ error: 'Nothing answers here.' }))
  app.setErrorHandler(async (error: FastifyError | Refusal, _request, reply) => {
    const status = error instanceof Refusal ? error.status : (error.statusCode ?? 500)
    if (status >= 500) say(JSON.stringify({ time: new Date(wall()).toISOString(), problem: error.stack }))
    return reply.code(status).send({ error: status >= 500 ? 'Something went wrong here; see the log.' : error.message })
  })
  return app
}

/** Written when the connection is closed, so that a missing answer is recorded too. */
function logLine(request: Request, { raw }: Reply): string {
  return JSON.stringify({
    time: new Date(wall()).toISOString(),
    method: request.method,
    path: request.url.split('?', 1)[0],
    status: raw.headersSent ? raw.statusCode : null,
    ms: Math.round((elapsed() - request.startedAt) * 10) / 10,
  })
}

export function jsonOf<S extends z.ZodType>(schema: S, { body }: Request): z.infer<S> {
  const read = schema.safeParse(parsed(body))
  if (read.success) return read.data
  const issue = ofClosestForm(read.error.issues[0]!)
  const field = issue.path.join('.')
  if (field !== '' && issue.code === 'invalid_type' && issue.message.endsWith('received undefined'))
    throw new Refusal(400, `Send \`${field}\`.`)
  throw new Refusal(400, `${field || 'body'}: ${issue.message}.`)
}

/** The error of the best matching form, if a body may have one of several. */
const ofClosestForm = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  issue.code === 'invalid_union' ? (issue.errors.toSorted((a, b) => a.length - b.length)[0]?.[0] ?? issue) : issue

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(body instanceof Buffer ? body.toString('utf8') : '')
  } catch {
    throw new Refusal(400, 'The body is not JSON.')
  }
}

/** The connection ends without an answer, as in a network failure. */
export function hangUp(request: Request, reply: Reply): Reply {
  reply.hijack()
  request.raw.socket.destroy()
  return reply
}
