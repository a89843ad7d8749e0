import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { context, ROOT_CONTEXT, SpanKind, trace as otel } from '@opentelemetry/api'
import { noSchemas } from '@specie/program/no-schemas.ts'
import { fastify, LogController } from 'fastify'
import type { Env } from '../env.ts'
import { databaseAnswer } from './database-errors.ts'
import { ApiError, badRequest, bodyLimit, errorAnswer, rateLimited, toApiError } from './errors.ts'
import { limitLoad } from './load.ts'
import { perAddress } from './per-address.ts'
import { refusalLogLimit } from './refusal-lines.ts'
import type { App, Reply, Request, Seen } from './request.ts'
import { isSpelledAs, shortened } from './spelling.ts'

export type { App, Reply, Request } from './request.ts'

declare module 'fastify' {
  interface FastifyRequest {
    startedAt: number
    seen: Seen
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Fastify has rules of its own for others, QUERY say, and would answer by them. */
const knownMethods = new Set<string>(methods)

/**
 * The outer wall: limits, trace ids, one log line and one metric per request, and one shape for every error, also for
 * what never becomes a request (garbage, half-sent or endless headers).
 */
export function httpShell(env: Env): App {
  const { config, ids } = env
  const traceOf = ({ headers }: IncomingMessage) => traceIdOf(headers['traceparent']) ?? ids.trace()
  const app = fastify({
    loggerInstance: env.log,
    childLoggerFactory: (logger) => logger, // requests are told apart by their trace id; a logger for each cost 3 %
    logController: new LogController({ disableRequestLogging: true }), // one line a request, written by measure()
    schemaController: noSchemas,
    bodyLimit,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: 65_000, // longer than common load balancers', so that they close idle connections first
    forceCloseConnections: 'idle',
    return503OnClosing: false, // what reaches us while we drain is still answered
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: traceOf,
    http: {
      maxHeaderSize: bodyLimit,
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: 250,
      requireHostHeader: false, // Node would answer without a word: see flawOf
    },
    clientErrorHandler: (error, socket) => answerSocket(env, error, socket),
    frameworkErrors: (error, request, reply) => void answer(env, request as Request, reply as Reply, error),
  }) as unknown as App

  app.decorateRequest('startedAt', 0)
  app.decorateRequest('seen')
  app.removeAllContentTypeParsers()
  // The two that are used are named: Fastify finds them sooner.
  const types = ['application/x-www-form-urlencoded', 'application/json', '*']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => answer(env, request, reply, error))
  const unknownPaths = perAddress(config.publicPerSecond, env.clock)
  const limited = (request: Request, error: ApiError): ApiError => {
    const wait = unknownPaths.take(request.ip)
    return wait > 0 ? rateLimited(wait, 'Too many calls of paths that do not exist from this address.') : error
  }
  app.setNotFoundHandler((request, reply) =>
    answer(env, request, reply, limited(request, noSuchRoute(app, request, reply))),
  )
  // Left alone, Node answers the first with an empty body, and closes the second without an answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  app.server.on('connect', (_request, socket) => refuse(env, noTunnel(), socket))
  const mayLog = refusalLogLimit(env.clock)
  measure(app, env, mayLog)
  limitLoad(app, env, { isProbe, traceOf, mayLog })
  app.addHook('onRequest', (request, reply, done) => {
    if (isAlias(request)) return done(limited(request, notFound(request)))
    done(
      problemWith(request) ??
        (knownMethods.has(request.method) ? undefined : limited(request, noSuchRoute(app, request, reply))),
    )
  })
  if (config.otlpEndpoint) traceRequests(app)
  return app
}

/** The W3C trace id that the caller sent along, so that both sides' traces are one. */
function traceIdOf(traceparent: unknown): string | null {
  if (typeof traceparent !== 'string') return null
  const match = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)
  return match && !/^0+$/.test(match[1]!) ? match[1]! : null
}

// Hooks that wait for nothing are no async functions: each would be a promise and a turn of the microtasks for every request.
function measure(app: App, { clock, metrics, log }: Env, mayLog: (seen: Seen) => boolean): void {
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = clock.elapsed()
    request.seen = {}
    reply.headers({ 'x-trace-id': request.id, 'x-content-type-options': 'nosniff', 'cache-control': 'no-store' })
    // Nobody is there to hear it, and nobody can be counted by an address any more.
    const isGone = request.socket.remoteAddress === undefined
    done(isGone ? badRequest('hung_up', 'The connection ended before the request did.') : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = clock.elapsed() - request.startedAt
    const route = request.routeOptions.url ?? 'unknown'
    metrics.requests.observe({ route, method: request.method, status: String(reply.statusCode) }, ms / 1000)
    if (request.seen.code) metrics.errors.inc({ code: request.seen.code })
    // Whoever probes does so every second; what a probe finds is logged when it changes.
    if (log.isLevelEnabled('info') && !isProbe(request) && mayLog(request.seen)) {
      const path = shortened(pathOf(request), route === 'unknown' ? maxLoggedUnknownPath : maxLoggedPath)
      const line = { traceid: request.id, method: request.method, path, status: reply.statusCode }
      log.info({ ...line, ...request.seen, ms: Math.round(ms * 10) / 10, ip: request.ip }, 'request')
    }
    done()
  })
}

function traceRequests(app: App): void {
  const tracer = otel.getTracer('specie')
  app.addHook('onRequest', (request, reply, done) => {
    const spanId =
      /^00-[0-9a-f]{32}-([0-9a-f]{16})/.exec(String(request.headers['traceparent']))?.[1] ?? request.id.slice(16)
    const parent = otel.setSpanContext(ROOT_CONTEXT, { traceId: request.id, spanId, traceFlags: 1, isRemote: true })
    const span = tracer.startSpan(
      `${request.method} ${request.routeOptions.url ?? 'unknown'}`,
      { kind: SpanKind.SERVER },
      parent,
    )
    reply.raw.once('close', () => {
      span.setAttributes({ 'http.request.method': request.method, 'http.response.status_code': reply.statusCode })
      span.end()
    })
    context.with(otel.setSpan(parent, span), done)
  })
}

/** The path as requested, without the query: it is what the caller signs, and what the log may show. */
export function pathOf({ url = '' }: { readonly url?: string | undefined }): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

export function queryOf({ url }: Request): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Load balancers probe these without naming themselves. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])
const isProbe = (request: { readonly url?: string | undefined }): boolean => probes.has(pathOf(request))

/** Characters of a path in a log line: of one that we have, and of any other. */
const maxLoggedPath = 200
const maxLoggedUnknownPath = 64

/** What is wrong with a request whatever it asks for. That every call names its client is asked for by the contract. */
function problemWith(request: Request): ApiError | undefined {
  const { host, expect, 'user-agent': client } = request.headers
  if (host === undefined && request.raw.httpVersion === '1.1')
    return badRequest('required', 'The Host header is missing.', 'host')
  if (expect !== undefined && !/^\s*100-continue\s*$/i.test(expect))
    return badRequest('unsupported', 'Nothing but 100-continue can be expected.', 'expect')
  if (client?.trim() || isProbe(request)) return undefined
  return badRequest('required', 'The User-Agent header is missing.', 'user-agent')
}

/**
 * The router reads a path before it looks for its route: `/%61ddOrder`, `/metrics#` and `http://any.host/metrics` are
 * aliases, and no paths of ours.
 */
function isAlias(request: Request): boolean {
  const path = pathOf(request)
  return !isSpelledAs(request.routeOptions.url ?? path, path)
}

const notFound = (request: Request): ApiError =>
  new ApiError('not_found', { path: shortened(pathOf(request), maxLoggedPath) })

function noSuchRoute(app: App, request: Request, reply: Reply): ApiError {
  const path = pathOf(request)
  // The router would take these for a pattern; no path of ours has them.
  const isPattern = /[*:]/.test(path)
  const allowed = methods.filter(
    (method) => !isPattern && method !== request.method && app.hasRoute({ method, url: path }),
  )
  if (allowed.length === 0) return notFound(request)
  reply.header('allow', allowed.join(', '))
  return new ApiError('method_not_allowed', { allowed })
}

async function answer(env: Env, request: Request, reply: Reply, thrown: unknown): Promise<Reply> {
  const error = databaseAnswer(env, request, thrown) ?? toApiError(thrown)
  if (error.code === 'internal_error') env.log.error({ err: thrown, traceid: request.id }, 'unexpected error')
  request.seen = { ...request.seen, code: error.code }
  const { status, headers, body } = errorAnswer(error, env.clock.now(), request.id)
  // An unread rest of a body would be taken for the next request.
  if (error.code === 'payload_too_large') reply.header('connection', 'close')
  return reply.code(status).headers(headers).send(body)
}

const socketErrors: Record<string, () => ApiError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout'),
  HPE_HEADER_OVERFLOW: () => new ApiError('headers_too_large', { limit_bytes: bodyLimit }),
}

/** What Node could not read as HTTP still gets the constant shape, then the connection ends. */
function answerSocket(env: Env, problem: Error & { code?: string }, socket: Socket): void {
  if (problem.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const error = socketErrors[problem.code ?? '']?.()
  refuse(env, error ?? badRequest('http', 'This is not a well-formed HTTP/1.1 request.'), socket)
}

const noTunnel = (): ApiError =>
  new ApiError('method_not_allowed', { allowed: methods }, undefined, { allow: methods.join(', ') })

/** Time for the answer to be read before the connection is cut, also by who never hangs up. */
const closeDelayMs = 1_000

/** An answer past Fastify: the last one of a connection. */
function refuse(env: Env, error: ApiError, socket: Duplex): void {
  const { status, headers, body } = errorAnswer(error, env.clock.now(), env.ids.trace())
  env.metrics.errors.inc({ code: error.code })
  const lines = { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.resume() // what is left unread would turn the end into a reset, and the answer would be lost
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeDelayMs).unref()
}
