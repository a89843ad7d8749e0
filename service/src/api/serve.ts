import {
  basePath,
  type PublicEndpoint,
  type RequestOf,
  type ResponseOf,
  type SignedEndpoint,
} from '@specie/protocol/endpoints/endpoint.ts'
import { encoderOf } from '@specie/protocol/encoding/encode.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import { isConnectionLost } from '../base/database/db.ts'
import type { List } from '../base/http/list.ts'
import type { Env } from '../base/env.ts'
import { rateLimited } from '../base/http/errors.ts'
import { type Arrival, failures } from '../base/http/failures.ts'
import { leaveSlot } from '../base/http/load.ts'
import { perAddress } from '../base/http/per-address.ts'
import { pathOf, queryOf, type App, type Reply, type Request } from '../base/http/shell.ts'
import { unknownPath } from '../base/http/unknown-path.ts'
import { type Admitted, authenticator, type Claim } from '../access/admission/authenticate.ts'
import type { DeferredAdmission } from '../access/admission/deferred-admission.ts'
import { byKey, type Caller } from '../access/caller.ts'
import { gate } from '../access/gate.ts'
import type { Key } from '../access/api-key/keyring.ts'
import { recentCalls } from '../access/api-key/recent-calls.ts'
import { type BodyKind, readBody } from './body.ts'
import { cursorMark, withMark, withoutMark } from './cursors.ts'
import { fields } from './fields.ts'

// The products' endpoints are mounted twice by the same functions (ADR 55): here for signing keys, and in the portal for
// people (portal/product-routes.ts). A handler gets the same kind of caller from both.

/** An answer may be built from read-only tables. */
type Answer<T> = { readonly [Name in keyof T]: T[Name] extends object ? Answer<T[Name]> : T[Name] }

/** Calls `then` when the caller disconnects, at the latest when the answer has been sent. */
type OnClose = (then: () => void) => void

/** The handler of an endpoint: `const statementOfAccount: Read<typeof statement> = async (env, by, input) => …` */
export type Read<E extends SignedEndpoint> = (
  env: Env,
  by: Caller,
  input: RequestOf<E>,
  onClose: OnClose,
) => Promise<Answer<ResponseOf<E>>>

type Written<E extends SignedEndpoint> = { answer: Answer<ResponseOf<E>>; replayed: boolean }

/** A write with an idempotency key: its answer, and whether it was replayed. */
export type Write<E extends SignedEndpoint> = (
  env: Env,
  by: Caller,
  input: RequestOf<E>,
  onClose: OnClose,
) => Promise<Written<E>>

/** A write that is admitted by the statement that executes it. Until then it may throw, but must change nothing. */
export type AdmittedInStatement<E extends SignedEndpoint> = (
  env: Env,
  institutionId: string,
  admission: DeferredAdmission,
  input: RequestOf<E>,
) => Promise<Written<E>>

export type Routes = {
  read<E extends SignedEndpoint>(endpoint: E, handle: Read<E>): void
  /** A call that waits for events. The call holds no slot meanwhile, so its handler must limit such calls. */
  waiting<E extends SignedEndpoint>(endpoint: E, handle: Read<E>): void
  list<E extends SignedEndpoint>(endpoint: E, handle: List<E>): void
  write<E extends SignedEndpoint>(endpoint: E, handle: Write<E>): void
  admittedInStatement<E extends SignedEndpoint>(endpoint: E, handle: AdmittedInStatement<E>): void
}

export type Open<E extends PublicEndpoint> = (env: Env, input: RequestOf<E>) => Promise<Answer<ResponseOf<E>>>

/** The handler of an endpoint about the signing key itself. */
export type OfKey<E extends SignedEndpoint> = (env: Env, by: Admitted) => Promise<Answer<ResponseOf<E>>>

/** The signed API. */
export type SignedRoutes = Routes & {
  open<E extends PublicEndpoint>(endpoint: E, handle: Open<E>): void
  ofKey<E extends SignedEndpoint>(endpoint: E, handle: OfKey<E>): void
  drained(): Promise<void>
}

declare module 'fastify' {
  interface FastifyRequest {
    claim: Claim | null
    /** Counts against the caller until the signature is verified. */
    arrival: Arrival | null
  }
}

const rateHeaders = { 'ratelimit-policy': '"key";q=1;w=1', ratelimit: '"key";r=0;t=1' }

/** Mounts endpoints of the protocol. Every signed call passes the same checks in the same order (docs/signing.md). */
export function routes(app: App, env: Env): SignedRoutes {
  const publicCalls = perAddress(env.config.publicPerSecond, env.clock)
  const failed = failures(env.config.failuresPerSecond, env.clock)
  const auth = authenticator(env)
  /** The contract's content type; forms may also be sent as JSON where the operator allows it. */
  const forms: readonly BodyKind[] = env.config.jsonBodies === 'on' ? ['form', 'json'] : ['form']
  const acceptedBodies = ({ body }: SignedEndpoint): readonly BodyKind[] => (body === 'json' ? ['json'] : forms)
  app.decorateRequest('claim', null)
  app.decorateRequest('arrival', null)

  function open<E extends PublicEndpoint>(endpoint: E, handle: Open<E>): void {
    const encode = encoderOf(endpoint.response)
    app.route({
      method: endpoint.method,
      url: basePath + endpoint.path,
      onRequest: async (request) => {
        const wait = publicCalls.take(request.ip)
        if (wait > 0) throw rateLimited(wait, 'Too many public calls from this address.')
      },
      handler: async (request, reply) => {
        const input = fields(endpoint.request, parseForm(queryOf(request))) as RequestOf<E>
        return send(reply, encode(await handle(env, input)))
      },
    })
  }

  function mount(url: string, accepted: readonly BodyKind[], respond: Respond): void {
    app.route({
      method: 'POST',
      url: basePath + url,
      onRequest: async (request, reply) => {
        reply.headers(rateHeaders)
        request.arrival = failed.arrive(request.block, String(request.headers['x-app-public-key']))
        request.claim = await auth.claim(request.headers)
        request.seen.keyid = request.claim.key.id
        request.seen.institutionid = request.claim.key.institutionId
      },
      handler: async (request, reply) => {
        const body = readBody(request.body, request.headers['content-type'], ...accepted)
        await auth.verify(request.claim!, {
          path: pathOf(request),
          query: queryOf(request),
          host: request.host,
          ...body,
        })
        failed.succeed(request.arrival!)
        request.arrival = null
        return respond(request, reply, request.claim!, body.value)
      },
      onResponse: (request, reply, done) => {
        // Overload or a lost database is not the caller's fault.
        if (request.arrival !== null && reply.statusCode >= 500) failed.refund(request.arrival)
        // Without a valid signature the call may come from any sender.
        if (request.claim !== null && request.arrival === null) noteCall(env, request.claim.key, request, reply)
        done()
      },
    })
  }

  // A private path without an endpoint is refused like any other call until its signature is verified.
  mount('/private/*', ['form', 'json'], async (request, _reply, claim) => {
    await auth.admit(claim)
    throw unknownPath(app.knownRoutes, pathOf(request))
  })

  const keepSlot = (_request: Request): void => {}

  /** Every call except those that are admitted by the statement that executes them. */
  function admitted<E extends SignedEndpoint>(
    endpoint: E,
    handle: (by: Admitted, input: RequestOf<E>, reply: Reply) => Promise<Written<E>>,
    beforeHandle: (request: Request) => void = keepSlot,
  ): void {
    const encode = encoderOf(endpoint.response)
    mount(endpoint.path, acceptedBodies(endpoint), async (request, reply, claim, body) => {
      const by = await auth.admit(claim)
      gate(by.admission, endpoint.needs, request.ip)
      const input = fields(endpoint.request, body) as RequestOf<E>
      beforeHandle(request)
      const { answer, replayed } = await handle(by, input, reply)
      return sendOnce(reply, encode, answer, replayed)
    })
  }

  function write<E extends SignedEndpoint>(endpoint: E, handle: Write<E>, beforeHandle = keepSlot): void {
    const byCaller = ({ key, admission }: Admitted, input: RequestOf<E>, reply: Reply) =>
      handle(env, byKey(key, admission.agreements), input, onCloseOf(reply))
    admitted(endpoint, byCaller, beforeHandle)
  }

  function admittedInStatement<E extends SignedEndpoint>(endpoint: E, handle: AdmittedInStatement<E>): void {
    const encode = encoderOf(endpoint.response)
    mount(endpoint.path, acceptedBodies(endpoint), async (request, reply, claim, body) => {
      const admission = await auth.deferAdmission(claim)
      const attempt = async () => {
        gate(claim.key.standing, endpoint.needs, request.ip)
        return handle(env, claim.key.institutionId, admission, fields(endpoint.request, body) as RequestOf<E>)
      }
      const { answer, replayed } = await withAdmission(admission, attempt)
      return sendOnce(reply, encode, answer, replayed)
    })
  }

  return {
    open,
    write: (endpoint, handle) => write(endpoint, handle),
    admittedInStatement,
    read: (endpoint, handle) => write(endpoint, asWrite(handle)),
    list: (endpoint, handle) => write(endpoint, asWrite(asRead(endpoint, handle))),
    waiting: (endpoint, handle) => write(endpoint, asWrite(handle), leaveSlot),
    ofKey: (endpoint, handle) => admitted(endpoint, async (by) => ({ answer: await handle(env, by), replayed: false })),
    drained: () => auth.drained(),
  }
}

/** A handler without idempotency key. */
export const asWrite =
  <E extends SignedEndpoint>(handle: Read<E>): Write<E> =>
  async (...call) => ({ answer: await handle(...call), replayed: false })

/** Cursors are valid for one call, its filters and one institution. */
export const asRead =
  <E extends SignedEndpoint>({ name }: E, handle: List<E>): Read<E> =>
  async (env, { institutionId }, input) => {
    const mark = cursorMark(name, institutionId, input)
    const answer = await handle(env, institutionId, withoutMark(mark, input))
    return { ...answer, next_cursor: withMark(mark, answer.next_cursor) }
  }

export const onCloseOf =
  ({ raw }: Reply): OnClose =>
  (then) =>
    raw.destroyed ? then() : raw.once('close', then)

/** Marks the answer as that of an earlier call with the same client id. */
export function markReplayed(reply: Reply, replayed: boolean): void {
  if (replayed) void reply.header('x-app-replayed', 'true')
}

type Respond = (request: Request, reply: Reply, claim: Claim, body: unknown) => Promise<Reply>

/**
 * Nonce and rate come before every other error (docs/signing.md). A call that fails before their check is admitted
 * separately, then executed again. It fails again, unless the key's standing was the cause and has changed.
 */
async function withAdmission<T>(admission: DeferredAdmission, attempt: () => Promise<T>): Promise<T> {
  let done: T
  try {
    done = await attempt()
  } catch (error) {
    // A nonce that may be spent is not used again.
    if (admission.isDecided() || isConnectionLost(error)) throw error
    await admission.admit()
    done = await attempt()
  }
  if (!admission.isDecided()) throw new Error('a call was executed without admission')
  return done
}

function noteCall(env: Env, key: Key, request: Request, { statusCode }: Reply): void {
  recentCalls(env).note({
    key_id: key.id,
    at: env.clock.now(),
    path: pathOf(request),
    status: statusCode,
    code: request.seen.code ?? null,
    trace_id: request.id,
    ip: request.ip,
  })
}

type Encode = (answer: unknown) => string

function sendOnce(reply: Reply, encode: Encode, answer: unknown, replayed: boolean): Reply {
  markReplayed(reply, replayed)
  return send(reply, encode(answer))
}

const send = (reply: Reply, json: string): Reply => reply.type('application/json; charset=utf-8').send(json)
