import { payeeResults } from '@specie/protocol/endpoints/destinations.ts'
import { formats } from '@specie/payments/match-entries.ts'
import { fiatCodes } from '@specie/protocol/assets.ts'
import { readPain002 } from '@specie/payments/pain.ts'
import { z } from 'zod'
import { requestOutside, maxAnswerBytes } from '../base/http/outside.ts'
import type { Bank } from '../base/ports/bank.ts'

/** The bank did not answer, or answered in an unexpected way: whether it accepted the request is unknown. */
class BankUnreachable extends Error {
  override name = 'BankUnreachable'
}

const currency = z.enum(fiatCodes)

const ownAccounts = z.array(
  z.object({
    purpose: z.enum(['client_money', 'reserve', 'house']),
    currency,
    iban: z.string(),
    qriban: z.string().nullable(),
    sortcode: z.string().nullable(),
    account: z.string().nullable(),
    bic: z.string(),
    name: z.string(),
  }),
)

const bankFiles = z.object({
  files: z.array(
    z.object({
      number: z.int(),
      name: z.string(),
      type: z.enum(formats),
      account: z.string(),
      bytes: z.int(),
    }),
  ),
  last: z.int(),
})

const payeeAnswer = z.object({
  result: z.enum(payeeResults),
  name: z.string().nullable(),
})

/** Long enough for a slow bank, short enough that a job does not hang when the bank is down. */
const timeoutMs = 10_000

/** The bank over HTTP. */
export function httpBank(url: string, token: string | null): Bank {
  const at = (path: string) => new URL(path, url.endsWith('/') ? url : `${url}/`)

  /** Returns an answer with one of the expected statuses; anything else throws. */
  async function call(path: string, expected: readonly number[], body?: { type: string; text: string }) {
    try {
      const headers = {
        ...(body ? { 'content-type': body.type } : {}),
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      }
      const request = body ? { method: 'POST' as const, headers, body: body.text } : { headers }
      const answer = await requestOutside(at(path), request, { withinMs: timeoutMs, maxBytes: maxAnswerBytes.bankFile })
      if (expected.includes(answer.status)) return answer
      throw new BankUnreachable(`the bank answered ${answer.status} to ${path}: ${answer.text.slice(0, 200)}`)
    } catch (error) {
      if (error instanceof BankUnreachable) throw error
      throw new BankUnreachable(`the bank did not answer ${path}: ${(error as Error).message}`, { cause: error })
    }
  }

  const get = async (path: string) => (await call(path, [200])).text

  return {
    accounts: async () => ownAccounts.parse(JSON.parse(await get('bank/v1/accounts'))),
    files: async (after) => bankFiles.parse(JSON.parse(await get(`bank/v1/files?after=${after}`))),
    file: (name) => get(`bank/v1/files/${encodeURIComponent(name)}`),
    // A 400 is an answer too: a pain.002 that rejects the whole group.
    pay: async (_messageId, xml) =>
      readPain002((await call('bank/v1/payments', [200, 400], { type: 'application/xml', text: xml })).text),
    status: async (messageId) => {
      const answer = await call(`bank/v1/payments/${encodeURIComponent(messageId)}`, [200, 404])
      return answer.status === 404 ? null : readPain002(answer.text)
    },
    confirmPayee: async (payee) => {
      const body = { type: 'application/json', text: JSON.stringify(payee) }
      return payeeAnswer.parse(JSON.parse((await call('bank/v1/payee', [200], body)).text))
    },
  }
}
