import { z } from 'zod'
import { addressSteps, addressView, approvalid, change, changed, label, status } from '../web-api/addresses.ts'
import { chainCode, uuid } from '../fields.ts'
import { id } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { peopleCall } from '../web-api/call.ts'

const portal = { where: 'portal', tag: 'Withdrawal addresses' } as const

export const addressesCall = peopleCall({
  ...portal,
  name: 'addresses',
  method: 'GET',
  path: '/addresses',
  act: 'addresses.read',
  summary: 'Withdrawal addresses',
  description: 'Newest first, with the missing steps of each.',
  request: z.strictObject({ ...paged, status: status.optional() }),
  response: listOf(addressView),
  errors: ['invalid_cursor'],
})

export const addressCall = peopleCall({
  ...portal,
  name: 'address',
  method: 'GET',
  path: '/addresses/{id}',
  act: 'addresses.read',
  summary: 'One withdrawal address',
  description: 'With the text that its wallet must sign, and its history of states, oldest first.',
  request: z.strictObject({ id }),
  response: addressView.extend(addressSteps),
  errors: ['not_found'],
})

export const checkAddressCall = peopleCall({
  ...portal,
  name: 'checkAddress',
  method: 'GET',
  path: '/addresses/check',
  act: 'addresses.read',
  summary: 'Check the spelling of an address',
  description: 'Its form, its checksum and its network, for feedback while typing. Nothing is stored.',
  request: z.strictObject({ blockchain: chainCode, address: z.string().trim().min(1).max(128) }),
  response: z.object({
    address: z.string().nullable().meta({ description: 'In the spelling of its chain; null if it cannot be used.' }),
    problem: z.string().nullable(),
  }),
  errors: [],
})

const line = (most: number) => z.string().trim().min(1).max(most)
const country = z.string().regex(/^[A-Z]{2}$/, 'a country of two letters')

/** The owner of the wallet, if it is not the institution itself. The provider of the wallet receives these. */
export const beneficiary = z.strictObject({
  kind: z.enum(['company', 'person']),
  name: line(100).meta({ description: 'The registered name of a company, or the family name of a person.' }),
  given_names: line(100)
    .nullable()
    .default(null)
    .meta({ description: 'The given names of a person; null for a company.' }),
  street: line(70),
  postal_code: line(16).nullable().default(null),
  city: line(35),
  country,
  identifier: line(35)
    .nullable()
    .default(null)
    .meta({ description: 'The LEI of a company, or the customer number at the provider.' }),
})
export type Beneficiary = z.infer<typeof beneficiary>

/** The fields of a new address; the payload of the approval `member.address` is this with the institution. */
export const addressRequest = z.strictObject({
  blockchain: chainCode,
  address: z.string().trim().min(1).max(128),
  label,
  vasp: z
    .string()
    .trim()
    .min(1)
    .max(140)
    .nullable()
    .default(null)
    .meta({ description: 'The service provider that hosts the wallet; null for your own wallet, which you prove.' }),
  travel_address: z
    .string()
    .trim()
    .max(700)
    .nullable()
    .default(null)
    .meta({ description: 'The address of that provider for Travel Rule data (`ta…`).' }),
  beneficiary: beneficiary.nullable().default(null).meta({
    description:
      'The owner of a hosted wallet; null for a wallet of your own institution, whose name and address are those of its KYB case.',
  }),
})
export const addressPayload = addressRequest.extend({ institutionid: uuid })

export const ownPartyCall = peopleCall({
  ...portal,
  name: 'ownParty',
  method: 'GET',
  path: '/addresses/own-party',
  act: 'addresses.read',
  summary: 'What providers receive about you',
  description:
    'Your institution as the provider of a hosted wallet receives it with each transfer (Travel Rule), from its KYB case.',
  request: z.strictObject({}),
  response: z.object({
    name: z.string().nullable().meta({ description: 'Null: it is not in Latin letters. Contact support.' }),
    lines: z.array(z.string()).meta({ description: 'Its address and its identifiers.' }),
  }),
  errors: [],
})

export const addAddressCall = peopleCall({
  ...portal,
  name: 'addAddress',
  method: 'POST',
  path: '/addresses',
  act: 'addresses.edit',
  summary: 'Add a withdrawal address',
  description:
    'It is checked and screened at once. Your own wallet then waits for a proof, a hosted one for missing Travel Rule data. After that its cooling-off period of a day begins.',
  request: addressRequest,
  response: z.object({ addressid: z.string().nullable(), approvalid }),
  errors: ['invalid_address'],
})

export const proveAddressCall = peopleCall({
  ...portal,
  name: 'proveAddress',
  method: 'POST',
  path: '/addresses/{id}/prove',
  act: 'addresses.edit',
  summary: 'Prove that a wallet is yours',
  description:
    'The signature of `proof.text` by the wallet. EVM: personal_sign (hex), also of a smart wallet by EIP-1271 or ERC-6492. Solana: base58 or base64, of the text or of an off-chain message. Bitcoin: base64, BIP-322 (simple) or signmessage (BIP-137).',
  request: z.strictObject({ id, signature: z.string().trim().min(1).max(15_000) }),
  response: changed,
  errors: ['not_found', 'service_unavailable'],
})

export const completeTravelRuleCall = peopleCall({
  ...portal,
  name: 'completeTravelRule',
  method: 'POST',
  path: '/addresses/{id}/travel-rule',
  act: 'addresses.edit',
  summary: 'Add missing Travel Rule data',
  description: 'The travel address of the provider that hosts the wallet.',
  request: z.strictObject({ id, travel_address: z.string().trim().max(700) }),
  response: changed,
  errors: ['not_found'],
})

export const suspendAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'suspendAddress',
  path: '/addresses/{id}/suspend',
  act: 'addresses.edit',
  summary: 'Suspend a withdrawal address',
  description: 'Effective at once. Transfers that are not signed yet wait.',
})

export const reinstateAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'reinstateAddress',
  path: '/addresses/{id}/reinstate',
  act: 'addresses.edit',
  summary: 'Reinstate a withdrawal address',
  description: 'Only for a suspension by your own institution.',
})

export const removeAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'removeAddress',
  path: '/addresses/{id}/remove',
  act: 'addresses.edit',
  summary: 'Remove a withdrawal address',
  description: 'Permanent. It can be added again, and is then checked and proved again.',
})

export const addressCalls = [
  addressesCall,
  addressCall,
  checkAddressCall,
  ownPartyCall,
  addAddressCall,
  proveAddressCall,
  completeTravelRuleCall,
  suspendAddressCall,
  reinstateAddressCall,
  removeAddressCall,
] as const
