import { names } from './ivms101.ts'
import { versions } from './messages.ts'

// Inquiries in the forms that implementations of the specification write.

export const forms = {
  version: versions,
  names: ['2020', '2023'],
  persons: ['list', 'object'],
  name: ['object', 'list'],
  identifiers: ['list', 'object'],
  vasp: ['twice', 'once'],
  account: ['list', 'text'],
  originator: ['company', 'person'],
  asset: ['dti', 'slip0044 as number', 'slip0044 as text', 'slip0044 as symbol'],
  amount: ['number', 'text'],
} as const
export type Form = { [Name in keyof typeof forms]: (typeof forms)[Name][number] }

export type Asked = { wallet: string; beneficiary: string; callback: string; amount: string; dti: string }

export function inquiryIn(form: Form, asked: Asked): string {
  const { originator, beneficiary, naturalType } = names[form.names]
  const listed = (kind: 'persons' | 'name' | 'identifiers', one: unknown) => (form[kind] === 'list' ? [one] : one)
  const account = (value: string) => (form.account === 'list' ? [value] : value)
  const company = (name: string) => ({
    legalPerson: {
      name: listed('name', {
        nameIdentifier: listed('identifiers', { legalPersonName: name, legalPersonNameIdentifierType: 'LEGL' }),
      }),
      geographicAddress: [{ addressType: 'BIZZ', addressLine: ['Seeweg 1'], townName: 'Thun', country: 'CH' }],
    },
  })
  const person = {
    naturalPerson: {
      name: listed('name', {
        nameIdentifier: listed('identifiers', {
          primaryIdentifier: 'Muster',
          secondaryIdentifier: 'Vreni',
          [naturalType]: 'LEGL',
        }),
      }),
      geographicAddress: [{ addressType: 'HOME', addressLine: ['Seeweg 2'], townName: 'Thun', country: 'CH' }],
      countryOfResidence: 'CH',
    },
  }
  const vasp = (field: string, name: string) => (form.vasp === 'twice' ? { [field]: company(name) } : company(name))
  const payer = form.originator === 'person' ? person : company('Birch Trading Ltd')
  const IVMS101 = {
    originator: { [originator]: listed('persons', payer), accountNumber: account(`0x${'5'.repeat(40)}`) },
    beneficiary: { [beneficiary]: listed('persons', company(asked.beneficiary)), accountNumber: account(asked.wallet) },
    originatingVASP: vasp('originatingVASP', 'Alder Exchange Ltd'),
    beneficiaryVASP: vasp('beneficiaryVASP', 'Specie UAT AG'),
  }
  const amount = form.amount === 'number' ? asked.amount : `"${asked.amount}"`
  const rest = JSON.stringify({ asset: assetIn(form, asked.dti), callback: asked.callback, IVMS101 })
  return `{"amount":${amount},${rest.slice(1)}`
}

const slip0044 = { 'slip0044 as number': 60, 'slip0044 as text': '60', 'slip0044 as symbol': 'ETH' }

const assetIn = ({ asset }: Form, dti: string) => (asset === 'dti' ? { dti } : { slip0044: slip0044[asset] })
