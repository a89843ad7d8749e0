import { TrpRefusal } from '@specie/travel-rule/trp/refusal.ts'
import { type Exchange, readRequestHeaders } from '@specie/travel-rule/trp/headers.ts'
import { emptyReply, refusalReply, type Reply as TrpReply, resolutionReply } from '@specie/travel-rule/trp/reply.ts'
import type { Env } from '../base/env.ts'
import { rateLimited, unavailable } from '../base/http/errors.ts'
import { perAddress } from '../base/http/per-address.ts'
import type { App, Request } from '../base/http/shell.ts'
import { ownerOfAddress } from '../chains/deposit-address/owner.ts'
import { receiveConfirmation, receiveResolution } from '../compliance/travel-rule/callback.ts'
import { receiveInquiry } from '../compliance/travel-rule/inquiry.ts'
import { ownAddress, travelRulePath } from '../compliance/travel-rule/own-address.ts'

/** A field that is given twice is a list. */
type Params = { Params: { id: string }; Querystring: { token?: unknown } }

const textIn = (given: unknown): string => (typeof given === 'string' ? given : '')

/** The TRP interface for other providers (docs/travel-rule.md). The token is in the query, which is never logged. */
export function travelRuleRoutes(app: App, env: Env): void {
  const calls = perAddress(env.config.publicPerSecond, env.clock)
  const answered = async (request: Request, work: (headers: Exchange, body: string) => Promise<TrpReply>) => {
    if (ownAddress(env) === null) throw unavailable('This service takes no Travel Rule messages yet.')
    const wait = calls.take(request.ip)
    if (wait > 0) throw rateLimited(wait, 'Too many calls from this address.')
    return replyOf(request, work)
  }

  app.post(`${travelRulePath}/inquiries`, async (request, reply) => {
    const { status, headers, body } = await answered(request, async (exchange, text) =>
      resolutionReply(exchange, await receiveInquiry(env, { headers: exchange, body: text, ownerOf: ownerOfAddress })),
    )
    return reply.code(status).headers(headers).send(body)
  })

  for (const [path, receive] of [
    ['callbacks', receiveResolution],
    ['confirmations', receiveConfirmation],
  ] as const)
    app.post<Params>(`${travelRulePath}/${path}/:id`, async (request, reply) => {
      const { status, headers, body } = await answered(request, async (exchange, text) => {
        const { id } = request.params
        await receive(env, { id, token: textIn(request.query.token), headers: exchange, body: text })
        return emptyReply(exchange)
      })
      return reply.code(status).headers(headers).send(body)
    })
}

async function replyOf(
  request: Request,
  work: (headers: Exchange, body: string) => Promise<TrpReply>,
): Promise<TrpReply> {
  let exchange: Exchange | null = null
  try {
    exchange = readRequestHeaders(request.headers)
    return await work(exchange, textOf(request))
  } catch (error) {
    if (error instanceof TrpRefusal) return refusalReply(exchange, error)
    throw error
  }
}

function textOf({ body }: Request): string {
  try {
    return body instanceof Buffer ? new TextDecoder('utf-8', { fatal: true }).decode(body) : ''
  } catch {
    throw new TrpRefusal(400, 'The body is not UTF-8.')
  }
}
