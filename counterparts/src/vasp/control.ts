import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { type App, jsonOf } from '../server.ts'
import { behaviours, type VaspName } from './behaviour.ts'
import { inquire, newDelivery } from './inquire.ts'
import { confirmationAsk } from './messages.ts'
import { ownUrlOf } from './routes.ts'
import { fromTravelAddress, toTravelAddress } from './travel-address.ts'
import type { Vasp } from './vasp.ts'

const vaspName = z.enum(Object.keys(behaviours) as VaspName[])
const name = z.string().min(1).max(100)

export const vaspInquiryAsk = z.strictObject({
  travel_address: z.string(),
  /** How a local travel address is reached. */
  scheme: z.enum(['http', 'https']).default('http'),
  vasp: vaspName.default('UAT VASP Approve'),
  asset: z.strictObject({ dti: z.string().optional(), slip0044: z.union([z.int(), z.string()]).optional() }),
  amount: z.string().regex(/^[1-9]\d{0,40}$/, 'a whole number in the lowest denomination'),
  originator: name.default('UAT Payer AG'),
  beneficiary: name,
  wallet: z.string().min(1).max(100),
  names: z.enum(['2020', '2023']).default('2023'),
  version: z.string().default('3.2.1'),
})

export const vaspConfirmAsk = z.strictObject({ id: z.uuid(), confirmation: confirmationAsk })

/** UAT only: travel addresses, inquiries of this VASP's customers, and everything that was exchanged. */
export function vaspControl(app: App, vasp: Vasp, ownUrl: string | null): void {
  app.get('/vasp/control/behaviours', async () =>
    Object.fromEntries(Object.entries(behaviours).map(([name, { means }]) => [name, means])),
  )

  app.get<{ Querystring: { vasp?: string } }>('/vasp/control/travel-address', async (request) => {
    const { success, data } = vaspName.safeParse(request.query.vasp)
    if (!success) throw new Refusal(400, 'Name a `vasp`: see /vasp/control/behaviours.')
    const host = ownUrlOf(request, ownUrl).replace(/^https?:\/\//, '')
    return { travel_address: toTravelAddress(`${host}/vasp/v1/inquiries/${encodeURIComponent(data)}?t=i`) }
  })

  app.post('/vasp/control/inquiries', async (request) => {
    const { travel_address, scheme, ...ask } = jsonOf(vaspInquiryAsk, request)
    const url = `${scheme}://${fromTravelAddress(travel_address)}`
    const { exchange, delivery } = inquire({ ...ask, url }, ownUrlOf(request, ownUrl), vasp.now())
    await vasp.record({ type: 'inquired', exchange, deliveries: [delivery] })
    return { id: exchange.id }
  })

  app.post('/vasp/control/confirmations', async (request) => {
    const { id, confirmation } = jsonOf(vaspConfirmAsk, request)
    const callback = vasp.state.outbound.get(id)?.decision?.approved?.callback
    if (callback === undefined) throw new Refusal(409, 'No inquiry with this id was approved.')
    const what = 'txid' in confirmation ? 'txid' : 'canceled'
    const delivery = newDelivery(id, what, callback, JSON.stringify(confirmation), vasp.now())
    await vasp.record({ type: 'confirming', deliveries: [delivery] })
    return { id }
  })

  app.get('/vasp/control/state', async () => ({
    inbound: [...vasp.state.inbound.values()].map(({ token: _token, reply: _reply, ...shown }) => shown),
    outbound: [...vasp.state.outbound.values()].map(({ token: _token, ...shown }) => shown),
    waiting: [...vasp.state.deliveries.values()].map(({ exchange, what, dueAt, tries }) => ({
      exchange,
      what,
      dueAt,
      tries,
    })),
    sent: vasp.state.sent,
  }))
}
