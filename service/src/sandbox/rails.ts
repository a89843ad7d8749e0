import { fiatCodes } from '@specie/protocol/assets.ts'
import { assetCode, chainCode, decimal } from '@specie/protocol/fields.ts'
import type { Json } from '@specie/protocol/json.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'
import { findRail, type Rail } from '../rails/rail/row.ts'
import { resumePayment } from '../rails/payment/resume.ts'
import { closeRail, suspendRail } from '../rails/rail/suspend.ts'
import { control } from './counterparts.ts'
import { amountOf } from './deposits.ts'
import { agreeInSandbox } from './people.ts'
import { sendFromOutside } from './outsider.ts'

export const paymentRequest = z.strictObject({
  railid: z.uuid().toLowerCase(),
  /** Fiat over an on-ramp, coins over an off-ramp. */
  amount: decimal,
  /** By default the rail's own; another one makes it a payment in the wrong currency. */
  currency: z.enum(fiatCodes).optional(),
  /** By default the rail's sender; another name makes it a payment from a third party. */
  sendername: z.string().trim().min(1).max(70).optional(),
  asset: assetCode.optional(),
  blockchain: chainCode.optional(),
  count: z.int().min(1).max(200).default(1),
})
type PaymentRequest = z.infer<typeof paymentRequest>

const by = (env: Env) => ({ actor: 'sandbox', why: 'asked for through the sandbox', at: env.clock.now() })

/** What staff do with a rail, by its name in the path. */
const actions = {
  suspend: (env: Env, id: string) => env.db.tx((tx) => suspendRail(tx, id, by(env))),
  resume: (env: Env, railid: string) => agreeInSandbox(env, 'rail.resume', { railid }),
  close: (env: Env, id: string) => env.db.tx((tx) => closeRail(tx, id, by(env))),
} as const

/**
 * Money arrives over a rail: fiat at the provider, or coins on a chain of UAT. Rails are suspended, resumed and closed.
 */
export function railRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/payments', async (request) => {
    const payment = fields(paymentRequest, bodyOf(request))
    const rail = await railOf(env, payment.railid)
    return rail.railtype === 'FiatToStablecoin' ? payFiat(env, rail, payment) : sendCoins(env, rail, payment)
  })

  for (const [name, act] of Object.entries(actions)) {
    app.post<{ Params: { id: string } }>(`/sandbox/v1/rails/:id/${name}`, async (request) => {
      const { id } = await railOf(env, request.params.id)
      await act(env, id)
      const { state } = await railOf(env, id)
      return { railid: id, status: state }
    })
  }

  app.post<{ Params: { id: string } }>('/sandbox/v1/payments/:id/resume', async (request) => {
    const { id } = request.params
    await env.db.tx((tx) => resumePayment(env, tx, id, by(env)))
    return { paymentid: id }
  })
}

const bodyOf = ({ body, headers }: Request): Json => readBody(body, headers['content-type'], 'json').value

async function railOf(env: Env, id: string): Promise<Rail> {
  const rail = await findRail(env.db, id)
  if (rail === null) throw badRequest('unknown', 'There is no such rail.', 'railid')
  return rail
}

async function payFiat(env: Env, { funding, sender, ...rail }: Rail, payment: PaymentRequest) {
  if (funding === null || !('reference' in funding)) throw notOpen()
  const { arrivals } = await control(env, 'provider', 'arrivals', {
    reference: funding.reference,
    currency: payment.currency ?? rail.currency,
    amount: payment.amount,
    payername: Array.from(payment.sendername ?? sender.partyname.name)
      .slice(0, 70)
      .join(''), // the length that a bank transmits
    count: payment.count,
  })
  return { railid: rail.id, arrivals }
}

async function sendCoins(env: Env, { id, funding, ...rail }: Rail, payment: PaymentRequest) {
  if (funding === null || !('address' in funding)) throw notOpen()
  const { address } = funding
  const [asset, chain] = [payment.asset ?? rail.asset, payment.blockchain ?? rail.blockchain]
  const amount = amountOf(payment.amount, asset, 'amount')
  return {
    railid: id,
    address,
    txids: await sendFromOutside(env, { asset, chain, to: address, amount, count: payment.count }),
  }
}

const notOpen = () => badRequest('state', 'This rail has no place to pay to: it is active first.', 'railid')
