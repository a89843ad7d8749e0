import { isQrReference } from '@specie/payments/reference.ts'
import { wires } from '@specie/protocol/sandbox/money.ts'
import type { z } from 'zod'
import { clientAccount } from '../../banking/account/own-accounts.ts'
import { fundingReference } from '../../banking/wire/references.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { controlBank } from './counterparts.ts'
import { mount } from './mount.ts'

/** The accounts from which wires of UAT come, and to which they are returned. */
const senders = { CHF: 'CH9300762011623852957', GBP: 'GB29NWBK60161331926819' } as const

/** A wire arrives at the bank, and is imported through the real flow. */
export function wireRoutes(app: App, env: Env): void {
  mount(app, wires, (wire) => sendWire(env, wire))
}

type WireRequest = z.infer<typeof wires.request> & {
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
