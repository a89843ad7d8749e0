import assert from 'node:assert/strict'
import { encoderOf } from '@specie/protocol/encoding/encode.ts'
import { parseForm } from '@specie/protocol/encoding/form.ts'
import {
  consolePath,
  type PeopleCall,
  type PeopleRequest,
  type PeopleResponse,
  portalPath,
  prefixesOf,
} from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import { ApiError, rateLimited } from '../base/http/errors.ts'
import { perAddress } from '../base/http/per-address.ts'
import { type App, queryOf, type Reply, type Request } from '../base/http/shell.ts'
import { isDryRun } from '../base/idempotency/once.ts'
import { allow, hasRole, roleMissing } from '../people/gate.ts'
import { findSession, type From, type Session } from '../people/session/session.ts'
import { carriedBy } from './cookie.ts'
import { assertOwnOrigin } from './origin.ts'

/** The source of a call, and the reply for cookies. */
export type Visit = From & { readonly side: Side; readonly request: Request; readonly reply: Reply }

/** The answer of a call that downloads a file. */
export type FileAnswer = {
  readonly contentType: string
  readonly name: string | null
  readonly content: Buffer
  /** A page of ours shows it in a frame. */
  readonly inline?: boolean
}

/** The handler of a call with a session: `const listKeys: Handler<typeof keysCall> = async (env, session, input) => …` */
export type Handler<C extends PeopleCall> = (
  env: Env,
  session: C['act'] extends 'anyone' ? null : Session,
  input: PeopleRequest<C>,
  visit: Visit,
) => Promise<C extends { download: true } ? FileAnswer : PeopleResponse<C>>

/** The roles that may perform an act on the row with this id; undefined for an unknown id. */
export type RolesFor = (env: Env, session: Session, id: string) => Promise<readonly string[] | undefined>

export type PeopleRoutes = { mount<C extends PeopleCall>(call: C, handle: Handler<C>, rolesFor?: RolesFor): void }

/** Our pages send it with automatic requests, such as long polls, which do not count as activity. */
const unattendedHeader = 'x-unattended'

const sideOf = { [portalPath]: 'institution', [consolePath]: 'staff' } as const

/** Answers are data. They are never displayed, framed or cached, and their address is not sent as a referrer. */
const headers = {
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'; sandbox",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
}

/** Mounts calls of people. Each passes the same checks in the same order: origin, session, side, role, factor, fields. */
export function peopleRoutes(app: App, env: Env): PeopleRoutes {
  // Without a session a call may cost a password hash or a row, so the rate is limited.
  const strangers = perAddress(env.config.publicPerSecond, env.clock)
  async function admit(
    call: PeopleCall,
    prefix: keyof typeof sideOf,
    request: Request,
    rolesFor?: RolesFor,
  ): Promise<Session | null> {
    const wait = call.act === 'anyone' ? strangers.take(request.ip) : 0
    if (wait > 0) throw rateLimited(wait, 'Too many calls from this address.')
    // A sign-in sets a cookie, so it needs our origin even with a token.
    const isProgram = call.act === 'anyone' ? call.byPrograms : carriedBy(request, env.config).kind === 'token'
    if (call.method === 'POST' && !isProgram) assertOwnOrigin(request, env.config)
    if (call.act === 'anyone') return null
    const session = await requireSession(env, request, sideOf[prefix])
    request.seen.personid = session.person.id
    if (rolesFor && call.act !== 'self' && !hasRole(session.person, call.act)) {
      const { id } = request.params as { id: string }
      throw roleMissing(session.person, call.act, await rolesFor(env, session, id))
    }
    allow(env, session, call, () => isTrial(call, request) || isSigned(call, request))
    return session
  }
  function mount<C extends PeopleCall>(call: C, handle: Handler<C>, rolesFor?: RolesFor): void {
    // A call outside the table would be missing in documents and in the tests of roles.
    assert(peopleCalls.includes(call), `${call.name} is missing in peopleCalls (protocol/src/people-calls.ts)`)
    const encode = encoderOf(call.response)
    for (const prefix of prefixesOf(call)) {
      // Before a file is read into memory, and again afterwards. Reading may have taken long.
      const onRequest = async (request: Request, reply: Reply) => {
        void reply.headers(headers)
        await admit(call, prefix, request)
        fields(call.request, inputOf(call, request))
      }
      app.route({
        method: call.method,
        ...(call.upload && { bodyLimit: call.upload.maxBytes, onRequest }),
        url: prefix + call.path.replaceAll(/\{(\w+)\}/g, ':$1'),
        handler: async (request, reply) => {
          void reply.headers(headers)
          const session = await admit(call, prefix, request, rolesFor)
          const input = fields(call.request, inputOf(call, request)) as PeopleRequest<C>
          const agent = request.headers['user-agent'] ?? ''
          const visit = { ip: request.ip, agent, side: sideOf[prefix], request, reply }
          const answer = await handle(env, session as never, input, visit)
          if (call.download) return sendFile(reply, answer as FileAnswer)
          return reply.type('application/json; charset=utf-8').send(encode(answer))
        },
      })
    }
  }
  return { mount }
}

async function requireSession(env: Env, request: Request, side: Side): Promise<Session> {
  const session = await sessionOf(env, request, side)
  if (session === null) throw new ApiError('not_signed_in')
  return session
}

/**
 * The session of a call, if there is one. A session of the other side counts as none, so that the answer does not reveal it.
 */
export async function sessionOf(env: Env, request: Request, side: Side): Promise<Session | null> {
  const { value, kind } = carriedBy(request, env.config)
  const isAttended = request.headers[unattendedHeader] === undefined
  const session = value === null ? null : await findSession(env, value, kind, isAttended)
  return session?.person.side === side ? session : null
}

/** Ids of the path come last. A field of the body cannot replace them. */
function inputOf({ method, upload }: PeopleCall, request: Request): Record<string, unknown> {
  const given =
    method === 'GET' || upload !== undefined
      ? parseForm(queryOf(request))
      : readBody(request.body, request.headers['content-type'] ?? 'none', 'json').value
  return { ...given, ...(request.params as Record<string, string>) }
}

/** A form shows the cost of an act before the confirmation: `validate` runs every check without effect. */
const isTrial = (call: PeopleCall, request: Request): boolean =>
  'validate' in call.request.shape && isDryRun(inputOf(call, request))

/** The handler verifies the signature, over exactly this act, and refuses an invalid one. */
const isSigned = (call: PeopleCall, request: Request): boolean =>
  call.signed === 'act' && inputOf(call, request)['credential'] !== undefined

/** The bytes of an uploaded file. */
export const bodyOf = ({ body }: Request): Buffer => (Buffer.isBuffer(body) ? body : Buffer.alloc(0))

/** A browser never displays an uploaded file as a page of ours: shown in a frame, it has an origin of its own. */
function sendFile(reply: Reply, { contentType, name, content, inline = false }: FileAnswer): Reply {
  return reply
    .headers({
      'content-type': contentType,
      'content-disposition': `${inline ? 'inline' : 'attachment'}; filename*=UTF-8''${encodeURIComponent(name ?? 'file')}`,
      'content-security-policy': `sandbox; default-src 'none'; frame-ancestors ${inline ? "'self'" : "'none'"}`,
    })
    .send(content)
}
