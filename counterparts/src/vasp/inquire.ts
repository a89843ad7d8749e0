import { newId, newToken } from '../machine.ts'
import type { VaspName } from './behaviour.ts'
import type { Delivery, Outbound } from './state.ts'

export type InquiryAsk = {
  readonly url: string
  readonly vasp: VaspName
  readonly asset: object
  /** In the lowest denomination; written as a number. */
  readonly amount: string
  readonly originator: string
  readonly beneficiary: string
  readonly wallet: string
  readonly names: '2020' | '2023'
  readonly version: string
}

/** An inquiry of a customer of this VASP, and its exchange. */
export function inquire(ask: InquiryAsk, ownUrl: string, now: Date): { exchange: Outbound; delivery: Delivery } {
  const exchange = { id: newId(), vasp: ask.vasp, url: ask.url, token: newToken(), decision: null }
  const callback = `${ownUrl}/vasp/v1/resolutions/${exchange.token}`
  const { asset, amount } = ask
  const body = `{"asset":${JSON.stringify(asset)},"amount":${amount},"callback":${JSON.stringify(callback)},"IVMS101":${JSON.stringify(personsOf(ask))}}`
  const delivery = { ...newDelivery(exchange.id, 'inquiry', ask.url, body, now), version: ask.version }
  return { exchange, delivery }
}

export const newDelivery = (exchange: string, what: string, url: string, body: string, now: Date): Delivery => ({
  id: newId(),
  exchange,
  what,
  url,
  version: '3.2.1',
  body,
  dueAt: now.toISOString(),
  tries: 0,
  notBefore: 0,
})

const company = (legalPersonName: string, more: object = {}) => ({
  legalPerson: {
    name: { nameIdentifier: [{ legalPersonName, legalPersonNameIdentifierType: 'LEGL' }] },
    ...more,
  },
})

/** Companies only: institutions pay institutions. */
function personsOf({ names, originator, beneficiary, wallet }: InquiryAsk): object {
  const payer = company(originator, { customerIdentification: 'UAT-1', countryOfRegistration: 'CH' })
  const vasp = company('UAT VASP Ltd', {
    nationalIdentification: { nationalIdentifier: '506700T7Z685VUOZL877', nationalIdentifierType: 'LEIX' },
  })
  const originatingVASP = { originatingVASP: vasp }
  if (names === '2020')
    return {
      originator: { originatorPersons: [payer] },
      beneficiary: { beneficiaryPersons: [company(beneficiary)], accountNumber: [wallet] },
      originatingVASP,
    }
  return {
    originator: { originatorPerson: [payer] },
    beneficiary: { beneficiaryPerson: [{ ...company(beneficiary), accountNumber: [wallet] }] },
    originatingVASP,
    payloadMetadata: { payloadVersion: '101.2023' },
  }
}
