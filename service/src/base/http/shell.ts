import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { context, ROOT_CONTEXT, SpanKind, trace as otel } from '@opentelemetry/api'
import { noSchemas } from '@specie/program/no-schemas.ts'
import { fastify, LogController } from 'fastify'
import type { Config } from '../config.ts'
import type { Env } from '../env.ts'
import { databaseAnswer } from './database-errors.ts'
import { ApiError, badRequest, bodyLimit, errorAnswer, rateLimited, toApiError } from './errors.ts'
import { limitLoad } from './load.ts'
import { perAddress } from './per-address.ts'
import { refusalLogLimit } from './refusal-lines.ts'
import type { App, Reply, Request, Seen } from './request.ts'
import { isSpelledAs, shortened } from './spelling.ts'
import { methodsAt, type Route, unknownPath } from './unknown-path.ts'

export type { App, Reply, Request } from './request.ts'

declare module 'fastify' {
  interface FastifyInstance {
    knownRoutes: Route[]
  }
  interface FastifyRequest {
    startedAt: number
    seen: Seen
  }
}

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const
/** Fastify has its own rules for other methods, for example QUERY, and would answer by them. */
const knownMethods = new Set<string>(methods)

/**
 * The HTTP server: limits, trace ids, one log line and one metric per request, and one format for every error, also for
 * input that never becomes a request (garbage, incomplete or endless headers).
 */
export function httpShell(env: Env): App {
  const { config, ids } = env
  const traceOf = ({ headers }: IncomingMessage) => traceIdOf(headers['traceparent']) ?? ids.trace()
  const app = fastify({
    loggerInstance: env.log,
    childLoggerFactory: (logger) => logger, // lines have the trace id; a logger per request took 3 % of the time
    logController: new LogController({ disableRequestLogging: true }), // one line per request, written by measure()
    schemaController: noSchemas,
    bodyLimit,
    requestTimeout: config.requestTimeoutMs,
    keepAliveTimeout: 65_000, // longer than that of common load balancers, so that they close idle connections first
    forceCloseConnections: 'idle',
    return503OnClosing: false, // requests that arrive during shutdown are still answered
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: traceOf,
    http: {
      maxHeaderSize: bodyLimit,
      headersTimeout: config.requestTimeoutMs,
      connectionsCheckingInterval: 250,
      requireHostHeader: false, // Node would answer without a body. See problemWith
    },
    clientErrorHandler: (error, socket) => answerSocket(env, error, socket),
    frameworkErrors: (error, request, reply) => void answer(env, request as Request, reply as Reply, error),
  }) as unknown as App

  keepRoutes(app)
  app.decorateRequest('startedAt', 0)
  app.decorateRequest('seen')
  app.removeAllContentTypeParsers()
  // The two types in use are named: Fastify finds them faster.
  const types = ['application/x-www-form-urlencoded', 'application/json', '*']
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request, body, done) => done(null, body))
  app.setErrorHandler((error, request, reply) => answer(env, request, reply, error))
  const unknownPaths = perAddress(config.publicPerSecond, env.clock)
  const noRoute = (request: Request, reply: Reply): ApiError => {
    const wait = unknownPaths.take(request.ip)
    return wait > 0
      ? rateLimited(wait, 'Too many calls of unknown paths from this address.')
      : noSuchRoute(app, request, reply)
  }
  app.setNotFoundHandler((request, reply) => answer(env, request, reply, noRoute(request, reply)))
  // By default Node answers the former with an empty body and closes the connection of the latter without an answer.
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response))
  // If another request on the same connection is still being answered, Node would write «100 Continue» into the middle
  // of that answer. It is optional.
  app.server.on('checkContinue', (request, response) => {
    if (response.socket !== null) response.writeContinue()
    app.server.emit('request', request, response)
  })
  app.server.on('connect', (_request, socket) => refuse(env, noTunnel(), socket))
  const mayLog = refusalLogLimit(env.clock)
  measure(app, env, mayLog)
  limitLoad(app, env, { isProbe, traceOf, mayLog })
  app.addHook('onRequest', (request, reply, done) => {
    if (isAlias(request)) return done(noRoute(request, reply))
    done(problemWith(request) ?? (knownMethods.has(request.method) ? undefined : noRoute(request, reply)))
  })
  if (config.otlpEndpoint) traceRequests(app)
  return app
}

/** The W3C trace id sent by the caller, so that the traces of both sides are connected. */
function traceIdOf(traceparent: unknown): string | null {
  if (typeof traceparent !== 'string') return null
  const match = /^00-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}$/.exec(traceparent)
  return match && !/^0+$/.test(match[1]!) ? match[1]! : null
}

/**
 * Headers of every answer. A browser that has used https once uses nothing else for a year. A first call by plain http
 * could be intercepted.
 */
const headersOf = ({ portalOrigin }: Config): Record<string, string> => ({
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  ...(portalOrigin?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000' }),
})

// Synchronous hooks are not async functions. An asynchronous hook would cost every request a promise and a microtask.
function measure(app: App, { clock, metrics, log, config }: Env, mayLog: (seen: Seen) => boolean): void {
  const headers = headersOf(config)
  app.addHook('onRequest', (request, reply, done) => {
    request.startedAt = clock.elapsed()
    request.seen = {}
    reply.headers({ 'x-trace-id': request.id, ...headers })
    // The caller has disconnected. There is no receiver for the answer, and no address to count the failure for.
    const isGone = request.socket.remoteAddress === undefined
    done(isGone ? badRequest('hung_up', 'The connection ended before the request was complete.') : undefined)
  })
  app.addHook('onResponse', (request, reply, done) => {
    const ms = clock.elapsed() - request.startedAt
    const route = request.routeOptions.url ?? 'unknown'
    metrics.requests.observe({ route, method: request.method, status: String(reply.statusCode) }, ms / 1000)
    if (request.seen.code) metrics.errors.inc({ code: request.seen.code })
    // Probes come every second; their result is logged when it changes.
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

/** The requested path without the query. This is what the caller signs, and what may be logged. */
export function pathOf({ url = '' }: { readonly url?: string | undefined }): string {
  const mark = url.indexOf('?')
  return mark < 0 ? url : url.slice(0, mark)
}

export function queryOf({ url }: Request): string {
  const mark = url.indexOf('?')
  return mark < 0 ? '' : url.slice(mark + 1)
}

/** Load balancers probe these without a User-Agent. */
const probes = new Set(['/healthz', '/readyz', '/metrics'])
const isProbe = (request: { readonly url?: string | undefined }): boolean => probes.has(pathOf(request))

/** Maximum characters of a path in a log line: of a known route, and of any other. */
const maxLoggedPath = 200
const maxLoggedUnknownPath = 64

/** Errors that concern every request. The contract requires a User-Agent. */
function problemWith(request: Request): ApiError | undefined {
  const { host, expect, 'user-agent': client } = request.headers
  if (host === undefined && request.raw.httpVersion === '1.1')
    return badRequest('required', 'The Host header is missing.', 'host')
  if (expect !== undefined && !/^\s*100-continue\s*$/i.test(expect))
    return badRequest('unsupported', 'Only `Expect: 100-continue` is supported.', 'expect')
  if (client?.trim() || isProbe(request)) return undefined
  return badRequest('required', 'The User-Agent header is missing.', 'user-agent')
}

/**
 * The router normalises a path before it looks up the route: `/%61ddOrder`, `/metrics#` and `http://any.host/metrics` are
 * aliases, which we refuse.
 */
function isAlias(request: Request): boolean {
  const path = pathOf(request)
  return !isSpelledAs(request.routeOptions.url ?? path, path)
}

function noSuchRoute({ knownRoutes }: App, request: Request, reply: Reply): ApiError {
  const path = pathOf(request)
  const taken = methodsAt(knownRoutes, path)
  const allowed = methods.filter((method) => taken.has(method))
  if (allowed.length === 0 || taken.has(request.method)) return unknownPath(knownRoutes, path)
  reply.header('allow', allowed.join(', '))
  return new ApiError(
    'method_not_allowed',
    { allowed },
    `This path takes ${allowed.join(', ')}, not ${request.method}.`,
  )
}

/** Records every mounted route. */
function keepRoutes(app: App): void {
  app.decorate('knownRoutes', [])
  app.addHook('onRoute', ({ method, url }) => {
    for (const one of [method].flat()) app.knownRoutes.push({ method: one, url })
  })
}

async function answer(env: Env, request: Request, reply: Reply, thrown: unknown): Promise<Reply> {
  const error = databaseAnswer(env, request, thrown) ?? toApiError(thrown, request.routeOptions.bodyLimit)
  if (error.code === 'internal_error') env.log.error({ err: thrown, traceid: request.id }, 'unexpected error')
  request.seen = { ...request.seen, code: error.code }
  const { status, headers, body } = errorAnswer(error, env.clock.now(), request.id, env.config.sandbox.enabled)
  // Unread bytes of the body would be parsed as the next request.
  if (error.code === 'payload_too_large') reply.header('connection', 'close')
  return reply.code(status).headers(headers).send(body)
}

const socketErrors: Record<string, () => ApiError> = {
  ERR_HTTP_REQUEST_TIMEOUT: () => new ApiError('request_timeout'),
  HPE_HEADER_OVERFLOW: () => new ApiError('headers_too_large', { limit_bytes: bodyLimit }),
}

/** Input that Node cannot parse as HTTP still gets our error format, then the connection is closed. */
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

/** Time to read the answer before the connection is closed, for clients that do not close it. */
const closeDelayMs = 1_000

/** Writes the last answer of a connection directly to the socket, without Fastify. */
function refuse(env: Env, error: ApiError, socket: Duplex): void {
  const { status, headers, body } = errorAnswer(error, env.clock.now(), env.ids.trace())
  env.metrics.errors.inc({ code: error.code })
  const lines = { ...headers, connection: 'close', 'content-length': String(Buffer.byteLength(body)) }
  const head = Object.entries(lines).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.on('error', () => socket.destroy())
  socket.resume() // unread input would turn the close into a reset, and the answer would be lost
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${head.join('')}\r\n${body}`)
  setTimeout(() => socket.destroy(), closeDelayMs).unref()
}
