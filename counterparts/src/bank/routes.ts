import { createHash } from 'node:crypto'
import { BankFileError } from '@specie/payments/bankfile.ts'
import { readPain001, type PaymentOrder } from '@specie/payments/pain.ts'
import { z } from 'zod'
import { Refusal } from '../refusal.ts'
import { hangUp, jsonOf, type App, type Reply, type Request } from '../server.ts'
import { accounts } from './accounts.ts'
import type { Bank } from './bank.ts'
import { paysOthers, takeOrder } from './orders.ts'
import { confirmPayee } from './payee.ts'
import type { File } from './state.ts'
import { firstStatus, malformedStatus, newestStatus } from './status.ts'
import { taker } from '../pending-faults.ts'

const maxFiles = 1_000

const payeeAsk = z.strictObject({
  sortcode: z
    .string()
    .transform((text) => text.replaceAll(/[- ]/g, ''))
    .pipe(z.string().regex(/^\d{6}$/)),
  account: z.string().regex(/^\d{8}$/),
  name: z.string().min(1).max(140),
})

/** The interface between a customer's software and its bank. */
export function bankRoutes(app: App, bank: Bank): void {
  const { state } = bank

  app.get('/bank/v1/accounts', async () => accounts)

  app.get<{ Querystring: { after?: string } }>('/bank/v1/files', async (request) => {
    const after = request.query.after ?? '0'
    if (!/^\d{1,15}$/.test(after)) throw new Refusal(400, '`after` is the number of the last file that you have.')
    const files = state.files.slice(Number(after), Number(after) + maxFiles)
    await bank.durable()
    return { files: files.map(listed), last: files.at(-1)?.number ?? Number(after) }
  })

  app.get<{ Params: { name: string } }>('/bank/v1/files/:name', async (request, reply) => {
    const file = state.fileNames.get(request.params.name)
    if (!file) throw new Refusal(404, 'There is no such file. See /bank/v1/files.')
    await bank.durable()
    return xml(reply, 200, await bank.text(file))
  })

  app.post('/bank/v1/payments', (request, reply) => takePayments(bank, request, reply))

  app.get<{ Params: { messageId: string } }>('/bank/v1/payments/:messageId', async (request, reply) => {
    const order = state.orders.get(request.params.messageId)
    if (!order) throw new Refusal(404, 'No payment order with this MsgId was ever received.')
    const status = newestStatus(state, order)
    await bank.durable()
    return xml(reply, 200, status)
  })

  app.post('/bank/v1/payee', async (request) => confirmPayee(jsonOf(payeeAsk, request)))
}

const listed = ({ number, name, type, account, bytes }: File) => ({ number, name, type, account, bytes })

async function takePayments(bank: Bank, request: Request, reply: Reply): Promise<Reply> {
  const { state } = bank
  const bytes = request.body instanceof Buffer ? request.body : Buffer.alloc(0)
  const hash = createHash('sha256').update(bytes).digest('hex')
  const order = readOrder(bytes)
  if (order instanceof BankFileError)
    return xml(reply, 400, malformedStatus(state, { hash, messageId: messageIdIn(bytes), fault: order }, bank.now()))

  const known = state.orders.get(order.messageId)
  if (known && known.hash !== hash)
    throw new Refusal(409, `The MsgId ${order.messageId} was used for other content. Give a new order a new id.`)
  if (known) {
    await bank.durable()
    return xml(reply, 200, firstStatus(state, known))
  }

  const faults = taker(state)
  if (paysOthers(order) && faults.take('timeout')) {
    await bank.record({ type: 'dropped', uses: faults.uses })
    return hangUp(request, reply)
  }
  const taken = takeOrder(state, order, hash, bank.now())
  await bank.record(taken)
  if (taken.uses.includes('accept_then_timeout')) return hangUp(request, reply)
  return xml(reply, 200, firstStatus(state, state.orders.get(order.messageId)!))
}

function readOrder(bytes: Buffer): PaymentOrder | BankFileError {
  try {
    return readPain001(bytes)
  } catch (error) {
    if (error instanceof BankFileError) return error
    throw error
  }
}

/** The sender of the message, if it can be read. */
const messageIdIn = (bytes: Buffer): string | null =>
  /<MsgId>\s*([\w./:?(),'+ -]{1,35}?)\s*<\/MsgId>/.exec(bytes.toString('latin1', 0, 4_096))?.[1] ?? null

const xml = (reply: Reply, status: number, text: string): Reply =>
  reply.code(status).type('application/xml; charset=utf-8').send(text)
