import { newId, newToken } from '../machine.ts'
import { Refusal } from '../refusal.ts'
import type { App, Reply, Request } from '../server.ts'
import { behaviourOf, isVasp, type VaspName } from './behaviour.ts'
import { bodyOf, deliveryOf } from './decide.ts'
import { confirmationAsk, decisionIn, parsed, readInquiry } from './messages.ts'
import type { Inbound } from './state.ts'
import type { Vasp } from './vasp.ts'

/** The TRP interface (docs/travel-rule.md). Any caller may use it: the paths of callbacks hold a token. */
export function vaspRoutes(app: App, vasp: Vasp, ownUrl: string | null): void {
  const open = { config: { signed: true } }

  app.get('/vasp/v1/identity', open, async () => ({ name: 'UAT VASP Ltd', lei: '506700T7Z685VUOZL877' }))

  app.post<{ Params: { name: string } }>('/vasp/v1/inquiries/:name', open, async (request, reply) => {
    const { name } = request.params
    if (!isVasp(name)) throw new Refusal(404, `There is no ${name} here: see /vasp/control/behaviours.`)
    const version = checkHeaders(request, reply, behaviourOf(name).only)
    if (version === null) return reply.code(400).send()
    const requestId = String(request.headers['request-identifier'])
    const known = [...vasp.state.inbound.values()].find((one) => one.vasp === name && one.requestId === requestId)
    const { reply: answer } = known ?? (await take(vasp, name, version, requestId, request, ownUrl))
    return reply.code(answer.status).type('application/json').send(answer.body)
  })

  app.post<{ Params: { token: string } }>('/vasp/v1/confirmations/:token', open, async (request, reply) => {
    checkHeaders(request, reply)
    const exchange = [...vasp.state.inbound.values()].find(({ token }) => token === request.params.token)
    if (!exchange) throw new Refusal(404, 'No exchange has this address.')
    const read = confirmationAsk.safeParse(parsed(textOf(request)))
    if (!read.success) throw new Refusal(422, 'Send txid or canceled.')
    await vasp.record({ type: 'confirmed', id: exchange.id, confirmation: read.data })
    return reply.code(204).send()
  })

  app.post<{ Params: { token: string } }>('/vasp/v1/resolutions/:token', open, async (request, reply) => {
    checkHeaders(request, reply)
    const exchange = [...vasp.state.outbound.values()].find(({ token }) => token === request.params.token)
    if (!exchange) throw new Refusal(404, 'No exchange has this address.')
    const decision = decisionIn(textOf(request))
    if (!decision) throw new Refusal(422, 'Send approved or rejected.')
    await vasp.record({ type: 'decided', id: exchange.id, decision })
    return reply.code(204).send()
  })
}

/** Where the VASP is reached: under its setting, or as this caller has reached it. */
export const ownUrlOf = (request: Request, ownUrl: string | null): string => ownUrl ?? `http://${request.headers.host}`

export const textOf = ({ body }: Request): string => (body instanceof Buffer ? body.toString('utf8') : '')

/** The version, echoed with the request id; null when only another one is accepted. */
function checkHeaders({ headers }: Request, reply: Reply, only?: string): string | null {
  const version = String(headers['api-version'] ?? '')
  const requestId = headers['request-identifier']
  if (!/^3\.\d+\.\d+$/.test(version)) throw new Refusal(400, 'Send api-version 3.')
  if (only !== undefined && version !== only) return null
  if (typeof requestId !== 'string' || requestId === '') throw new Refusal(400, 'Send request-identifier.')
  if (!String(headers['content-type']).startsWith('application/json')) throw new Refusal(415, 'Send application/json.')
  reply.headers({ 'api-version': version, 'request-identifier': requestId })
  return version
}

async function take(
  vasp: Vasp,
  name: VaspName,
  version: string,
  requestId: string,
  request: Request,
  ownUrl: string | null,
): Promise<Inbound> {
  const inquiry = readInquiry(textOf(request))
  const { reply, before = [], after } = behaviourOf(name)
  const [id, token] = [newId(), newToken()]
  const approval = {
    wallet: inquiry.wallet,
    confirmAt: `${ownUrlOf(request, ownUrl)}/vasp/v1/confirmations/${token}`,
  }
  const body = reply === 'malformed' ? '{"approved": {"address": "' : bodyOf(reply, approval, version)
  const exchange: Inbound = {
    id,
    vasp: name,
    requestId,
    version,
    reply: { status: 200, body },
    ...inquiry,
    token,
    confirmation: null,
  }
  const deliveries = [...before, ...after].map((step) =>
    deliveryOf(step, id, inquiry.callback, version, approval, vasp.now()),
  )
  await vasp.record({ type: 'inquiry', exchange, deliveries })
  for (const early of deliveries.slice(0, before.length)) await vasp.sendNow(early.id)
  return exchange
}
