import { fiatCodes } from '@specie/protocol/assets.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import { disableBankAccount } from '../institutions/bank-account/change.ts'
import { registerBankAccount } from '../institutions/bank-account/register.ts'
import { orUnknown } from './unknown.ts'

export const bankAccountRequest = z.strictObject({
  institutionid: z.uuid(),
  label: z
    .string()
    .trim()
    .regex(/^[\w .:-]{1,64}$/),
  currency: z.enum(fiatCodes),
  /** An IBAN, or a UK sort code and account number: `12-34-56 12345678`. */
  identifier: z.string().max(64),
  /** The owner of the account. */
  name: z.string().trim().min(1).max(70),
  /** Pay there even if the bank answers `no_match`. */
  accept: z.boolean().default(false),
})

/** Registers a bank account for withdrawals, through the real checks; disables it. */
export function bankAccountRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/bankaccounts', async (request) => {
    const body = readBody(request.body, request.headers['content-type'], 'json').value
    const { institutionid: institutionId, ...rest } = fields(bankAccountRequest, body)
    return registerBankAccount(env, { institutionId, ...rest }, { actor: 'sandbox', why: 'asked for' })
  })

  app.post<{ Params: { id: string } }>('/sandbox/v1/bankaccounts/:id/disable', async (request) => {
    const bankaccountid = request.params.id.toLowerCase()
    const by = { actor: 'sandbox', why: 'asked for', at: env.clock.now() }
    const disabling = env.db.tx((tx) => disableBankAccount(env, tx, null, bankaccountid, by))
    await orUnknown(disabling, 'bankaccountid')
    return { bankaccountid, usable: false }
  })
}
