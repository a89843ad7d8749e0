import {
  basePath,
  type PublicEndpoint,
  type RequestOf,
  type ResponseOf,
  type SignedEndpoint,
} from '@specie/protocol/endpoint.ts'
import { encoderOf } from '@specie/protocol/encode.ts'
import { parseForm } from '@specie/protocol/form.ts'
import { isConnectionLost } from '../base/database/db.ts'
import type { List } from '../base/database/list.ts'
import type { Env } from '../base/env.ts'
import { ApiError, rateLimited } from '../base/http/errors.ts'
import { type Arrival, failures } from '../base/http/failures.ts'
import { leaveSlot } from '../base/http/load.ts'
import { perAddress } from '../base/http/per-address.ts'
import { pathOf, queryOf, type App, type Reply, type Request } from '../base/http/shell.ts'
import { authenticator, type Caller, type Claim } from '../institutions/admission/authenticate.ts'
import type { DeferredAdmission } from '../institutions/admission/deferred-admission.ts'
import { gate } from '../institutions/gate.ts'
import type { Key } from '../institutions/api-key/keyring.ts'
import { type BodyKind, readBody } from './body.ts'
import { withMark, cursorMark, withoutMark } from './cursors.ts'
import { fields } from './fields.ts'

/** An answer may be built from read-only tables. */
type Answer<T> = { readonly [Name in keyof T]: T[Name] extends object ? Answer<T[Name]> : T[Name] }

/** Calls `then` when the caller disconnects, or at the latest when the answer has been sent. */
type OnClose = (then: () => void) => void

/** The handler of an endpoint: `const balance: Signed<typeof accountBalance> = async (env, by, input) => …` */
export type Open<E extends PublicEndpoint> = (env: Env, input: RequestOf<E>) => Promise<Answer<ResponseOf<E>>>
export type Signed<E extends SignedEndpoint> = (
  env: Env,
  by: Caller,
  input: RequestOf<E>,
  onClose: OnClose,
) => Promise<Answer<ResponseOf<E>>>

/** A write with an idempotency key: its answer, and whether it was replayed. */
export type Write<E extends SignedEndpoint> = (
  env: Env,
  by: Caller,
  input: RequestOf<E>,
  onClose: OnClose,
) => Promise<{ answer: Answer<ResponseOf<E>>; replayed: boolean }>

/** A write that is admitted by the statement that executes it: before that it may throw, but must change nothing. */
export type AdmittedInStatement<E extends SignedEndpoint> = (
  env: Env,
  key: Key,
  admission: DeferredAdmission,
  input: RequestOf<E>,
) => Promise<{ answer: Answer<ResponseOf<E>>; replayed: boolean }>

export type Routes = {
  open<E extends PublicEndpoint>(endpoint: E, handle: Open<E>): void
  signed<E extends SignedEndpoint>(endpoint: E, handle: Signed<E>): void
  /** A call that waits for events: it holds no slot meanwhile, so its handler must limit it. */
  waiting<E extends SignedEndpoint>(endpoint: E, handle: Signed<E>): void
  list<E extends SignedEndpoint>(endpoint: E, handle: List<E>): void
  write<E extends SignedEndpoint>(endpoint: E, handle: Write<E>): void
  admittedInStatement<E extends SignedEndpoint>(endpoint: E, handle: AdmittedInStatement<E>): void
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
export function routes(app: App, env: Env): Routes {
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
        // Without a valid signature it may be anybody's call.
        if (request.claim !== null && request.arrival === null) noteCall(env, request.claim.key, request, reply)
        done()
      },
    })
  }

  // A private path without an endpoint is refused like any other call until its signature is verified.
  mount('/private/*', ['form', 'json'], async (request, _reply, claim) => {
    await auth.admit(claim)
    throw new ApiError('not_found', { path: pathOf(request) })
  })

  const keepSlot = () => {}

  function write<E extends SignedEndpoint>(
    endpoint: E,
    handle: Write<E>,
    beforeHandle: (by: Request) => void = keepSlot,
  ): void {
    const encode = encoderOf(endpoint.response)
    mount(endpoint.path, acceptedBodies(endpoint), async (request, reply, claim, body) => {
      const by = await auth.admit(claim)
      gate(by.admission, endpoint.needs, request.ip)
      const input = fields(endpoint.request, body) as RequestOf<E>
      beforeHandle(request)
      const { answer, replayed } = await handle(env, by, input, onCloseOf(reply))
      return sendOnce(reply, encode, answer, replayed)
    })
  }

  function admittedInStatement<E extends SignedEndpoint>(endpoint: E, handle: AdmittedInStatement<E>): void {
    const encode = encoderOf(endpoint.response)
    mount(endpoint.path, acceptedBodies(endpoint), async (request, reply, claim, body) => {
      const admission = await auth.deferAdmission(claim)
      const attempt = async () => {
        gate(claim.key.standing, endpoint.needs, request.ip)
        return handle(env, claim.key, admission, fields(endpoint.request, body) as RequestOf<E>)
      }
      const { answer, replayed } = await withAdmission(admission, attempt)
      return sendOnce(reply, encode, answer, replayed)
    })
  }

  function list<E extends SignedEndpoint>(endpoint: E, handle: List<E>): void {
    write(endpoint, async (_env, { key: { institutionId } }, input) => {
      const mark = cursorMark(endpoint.name, institutionId, input)
      const answer = await handle(env, institutionId, withoutMark(mark, input))
      return { answer: { ...answer, next_cursor: withMark(mark, answer.next_cursor) }, replayed: false }
    })
  }

  return {
    open,
    list,
    write: (endpoint, handle) => write(endpoint, handle),
    admittedInStatement,
    signed: (endpoint, handle) => write(endpoint, asWrite(handle)),
    waiting: (endpoint, handle) => write(endpoint, asWrite(handle), leaveSlot),
    drained: () => auth.drained(),
  }
}

/** A handler without idempotency key. */
const asWrite =
  <E extends SignedEndpoint>(handle: Signed<E>): Write<E> =>
  async (...call) => ({ answer: await handle(...call), replayed: false })

const onCloseOf =
  ({ raw }: Reply): OnClose =>
  (then) =>
    raw.destroyed ? then() : raw.once('close', then)

type Respond = (request: Request, reply: Reply, claim: Claim, body: unknown) => Promise<Reply>

/**
 * Nonce and rate come before every other error (docs/signing.md). A call that fails before they were checked is admitted
 * separately, and tried again: it fails again, unless the key's standing was the cause and has changed.
 */
async function withAdmission<T>(admission: DeferredAdmission, attempt: () => Promise<T>): Promise<T> {
  let done: T
  try {
    done = await attempt()
  } catch (error) {
    // A nonce that may have been used is not used again.
    if (admission.isDecided() || isConnectionLost(error)) throw error
    await admission.admit()
    done = await attempt()
  }
  if (!admission.isDecided()) throw new Error('a call was carried out that nobody had admitted')
  return done
}

function noteCall({ runtime, clock }: Env, key: Key, request: Request, { statusCode }: Reply): void {
  runtime.recentCalls.note({
    key_id: key.id,
    at: clock.now(),
    path: pathOf(request),
    status: statusCode,
    code: request.seen.code ?? null,
    trace_id: request.id,
    ip: request.ip,
  })
}

type Encode = (answer: unknown) => string

function sendOnce(reply: Reply, encode: Encode, answer: unknown, replayed: boolean): Reply {
  if (replayed) reply.header('x-app-replayed', 'true')
  return send(reply, encode(answer))
}

const send = (reply: Reply, json: string): Reply => reply.type('application/json; charset=utf-8').send(json)
