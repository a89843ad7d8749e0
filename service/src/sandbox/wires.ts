import { fiatCodes } from '@specie/protocol/assets.ts'
import { isQrReference } from '@specie/payments/reference.ts'
import { decimal } from '@specie/protocol/fields.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import { clientAccount } from '../banking/account/own-accounts.ts'
import { fundingReference } from '../banking/wire/references.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { institutionNames } from '../institutions/names.ts'
import { controlBank } from './counterparts.ts'

export const wireRequest = z.strictObject({
  institutionid: z.uuid().toLowerCase(),
  currency: z.enum(fiatCodes),
  amount: decimal,
  /** By default the institution itself; another name makes it a third party. */
  sendername: z.string().trim().min(1).max(140).optional(),
  /** By default the institution's own; empty: none, so that the owner of the wire is unknown. */
  reference: z.string().max(140).optional(),
  recall: z.boolean().optional(),
})

/** The accounts from which wires of UAT come, and to which they are returned. */
const senders = { CHF: 'CH9300762011623852957', GBP: 'GB29NWBK60161331926819' } as const

/** A wire arrives at the bank, and is imported through the real flow. */
export function wireRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/wires', async (request) =>
    sendWire(env, fields(wireRequest, readBody(request.body, request.headers['content-type'], 'json').value)),
  )
}

type WireRequest = z.infer<typeof wireRequest> & {
  /** The id that the sender's bank gave it. */
  endtoendid?: string
}

export async function sendWire(env: Env, wire: WireRequest): Promise<{ bankref: string }> {
  const { institutionid, currency, endtoendid, recall } = wire
  const own = await clientAccount(env, currency)
  const name = (await institutionNames(env.db, [institutionid])).get(institutionid)
  if (name === undefined) throw badRequest('unknown', 'There is no such institution.', 'institutionid')
  const reference = wire.reference ?? (await env.db.tx((tx) => fundingReference(env, tx, institutionid, currency)))
  const { bankref } = await controlBank(env, 'wires', {
    account: own.iban,
    currency,
    amount: wire.amount,
    sendername: (wire.sendername ?? name).slice(0, 70), // the length that a bank transmits
    senderiban: senders[currency],
    ...(reference === '' ? {} : quoted(currency, reference, own.qriban)),
    ...(endtoendid === undefined ? {} : { endtoendid }),
    ...(recall === undefined ? {} : { recall }),
  })
  return { bankref: bankref as string }
}

/** Francs are sent to the QR-IBAN with a reference, pounds to the virtual account itself. */
function quoted(currency: 'CHF' | 'GBP', reference: string, qriban: string | null): Record<string, string> {
  if (currency === 'GBP') return { creditorAccount: reference }
  return qriban !== null && isQrReference(reference) ? { reference, creditorAccount: qriban } : { reference }
}
