import { z } from 'zod'
import { custodies, ownerships, travelRuleStatuses } from '../../endpoints/destinations.ts'
import { chainCode, isoTime, uuid } from '../../fields.ts'
import { machines, statesOf } from '../../machines.ts'
import { publicStates } from '../../endpoints/transfers.ts'
import { peopleCall } from '../call.ts'
import { reason } from '../fields.ts'
import { history, hit } from '../compliance/case-parts.ts'

// Where an institution may have coins sent to: added and proved by its administrator, stopped by both sides.

const id = uuid.meta({ description: 'An id that a list of this API shows.' })
export const label = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'Your name for it, unique among your addresses.' })
const paged = {
  limit: z
    .string()
    .regex(/^([1-9]\d?|[1-4]\d\d|500)$/, 'a whole number from 1 to 500')
    .transform(Number)
    .optional(),
  cursor: z.string().max(200).optional(),
}
const nextCursor = z.string().nullable().meta({ description: 'Null on the last page.' })
export const approvalid = z
  .string()
  .nullable()
  .meta({ description: 'The request for a second person, where one must approve.' })

const machine = machines.withdrawal_address
const status = z.enum(publicStates(machine))
const state = z.enum(statesOf(machine))

const addressView = z.object({
  addressid: z.string(),
  institutionid: z.string(),
  label: z.string(),
  address: z.string(),
  blockchain: chainCode,
  status,
  state: state.meta({ description: 'The step at which it is; `status` is what the signed API shows.' }),
  ownership: z.enum(ownerships),
  custody: z.enum(custodies),
  vasp: z.string().nullable(),
  travel_address: z.string().nullable(),
  travelrule: z.object({ status: z.enum(travelRuleStatuses) }),
  usable_from: isoTime.nullable().meta({ description: 'When cooling-off ends, in settlement time.' }),
  suspended_by: z.enum(['institution', 'staff']).nullable(),
  proof: z
    .object({
      text: z.string().meta({ description: 'What the wallet signs, exactly as it is.' }),
      method: z.string().nullable().meta({ description: 'How it was signed; null: not yet.' }),
    })
    .nullable()
    .meta({ description: 'The proof of your own wallet, once it has been screened.' }),
  created_at: isoTime,
  updated_at: isoTime,
})
const addressSteps = { steps: z.array(z.object({ state, at: isoTime })) }
const addressList = z.object({ items: z.array(addressView), next_cursor: nextCursor })
const changed = z.object({ addressid: z.string(), status, state })
const stopped = z.object({ addressid: z.string(), status: z.string() })

const ofInstitution = { institution: z.string().meta({ description: 'The registered name of the institution.' }) }

const portal = { where: 'portal', tag: 'Withdrawal addresses' } as const
const staff = { where: 'console', tag: 'Withdrawal addresses' } as const

export const addressesCall = peopleCall({
  ...portal,
  name: 'addresses',
  method: 'GET',
  path: '/addresses',
  act: 'addresses.read',
  summary: 'Withdrawal addresses',
  description: 'The newest first, with what is still missing of each.',
  request: z.strictObject({ ...paged, status: status.optional() }),
  response: addressList,
  errors: ['invalid_cursor'],
})

export const addressCall = peopleCall({
  ...portal,
  name: 'address',
  method: 'GET',
  path: '/addresses/{id}',
  act: 'addresses.read',
  summary: 'One withdrawal address',
  description: 'With the text that its wallet must sign, and every state that it has been in, the oldest first.',
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
  summary: 'Check how an address is written',
  description: 'Its form, its checksum and its network, for feedback while somebody types. Nothing is stored.',
  request: z.strictObject({ blockchain: chainCode, address: z.string().trim().min(1).max(128) }),
  response: z.object({
    address: z.string().nullable().meta({ description: 'In the spelling of its chain; null: it cannot be used.' }),
    problem: z.string().nullable(),
  }),
  errors: [],
})

/** What is added; the payload of the approval `member.address` is this with the institution. */
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
    .meta({ description: 'The service provider that hosts the wallet; null: it is your own, and you prove it.' }),
  travel_address: z
    .string()
    .trim()
    .max(700)
    .nullable()
    .default(null)
    .meta({ description: 'Where that provider takes Travel Rule data (`ta…`).' }),
})
export const addressPayload = addressRequest.extend({ institutionid: uuid })

export const addAddressCall = peopleCall({
  ...portal,
  name: 'addAddress',
  method: 'POST',
  path: '/addresses',
  act: 'addresses.edit',
  summary: 'Add a withdrawal address',
  description:
    'It is checked and screened at once. Your own wallet then waits for a proof, a hosted one for its Travel Rule data if it is missing. After that it cools off for a day.',
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

const change = {
  method: 'POST',
  request: z.strictObject({ id, reason }),
  response: stopped,
  errors: ['not_found'],
} as const

export const suspendAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'suspendAddress',
  path: '/addresses/{id}/suspend',
  act: 'addresses.edit',
  summary: 'Suspend a withdrawal address',
  description: 'At once: transfers that are not signed yet wait.',
})

export const reinstateAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'reinstateAddress',
  path: '/addresses/{id}/reinstate',
  act: 'addresses.edit',
  summary: 'Reinstate a withdrawal address',
  description: 'One that your institution has suspended itself.',
})

export const removeAddressCall = peopleCall({
  ...portal,
  ...change,
  name: 'removeAddress',
  path: '/addresses/{id}/remove',
  act: 'addresses.edit',
  summary: 'Remove a withdrawal address',
  description: 'For good. It can be added again, and is then checked and proved again.',
})

export const institutionAddressesCall = peopleCall({
  ...staff,
  name: 'institutionAddresses',
  method: 'GET',
  path: '/addresses',
  act: 'institutions.read',
  summary: 'Withdrawal addresses of institutions',
  description: 'The newest first. Those whose `state` is `in_review` wait for a decision.',
  request: z.strictObject({
    ...paged,
    institutionid: uuid.optional(),
    state: state.optional(),
    ownership: z.enum(ownerships).optional(),
    travelrule: z.enum(travelRuleStatuses).optional().meta({ description: 'Whether its Travel Rule data is there.' }),
  }),
  response: z.object({ items: z.array(addressView.extend(ofInstitution)), next_cursor: nextCursor }),
  errors: ['invalid_cursor'],
})

export const institutionAddressCall = peopleCall({
  ...staff,
  name: 'institutionAddress',
  method: 'GET',
  path: '/addresses/{id}',
  act: 'institutions.read',
  summary: 'Everything about one withdrawal address',
  description:
    'With every state that it has been in, the names that match a watchlist as they are compared now, and what people did.',
  request: z.strictObject({ id }),
  response: addressView.extend({ ...ofInstitution, ...addressSteps, hits: z.array(hit), history }),
  errors: ['not_found'],
})

export const checkAddressProofCall = peopleCall({
  ...staff,
  name: 'checkAddressProof',
  method: 'GET',
  path: '/addresses/{id}/proof',
  act: 'institutions.read',
  summary: 'Verify the proof of an address again',
  description: 'The evidence as it is stored, and whether it holds. A smart wallet is asked at the block of then.',
  request: z.strictObject({ id }),
  response: z.object({
    addressid: z.string(),
    evidence: z
      .object({
        method: z.string(),
        text: z.string(),
        signature: z.string(),
        chain_id: z.number().optional(),
        height: z.string().optional(),
        block: z.string().optional(),
      })
      .nullable(),
    valid: z.boolean().nullable().meta({ description: 'Null: there is no proof.' }),
  }),
  errors: ['not_found', 'service_unavailable'],
})

export const decideAddressCall = peopleCall({
  ...staff,
  name: 'decideAddress',
  method: 'POST',
  path: '/addresses/{id}/decide',
  act: 'wallets.decide',
  summary: 'Decide on a hosted wallet, or on a hit of the screening',
  description:
    '`clear`: the provider hosts it and is not the listed party; the address goes on when a second person approves it. `reject`: at once, it never becomes usable; until it is active.',
  request: z.strictObject({ id, decision: z.enum(['clear', 'reject']), reason }),
  response: changed.extend({ approvalid: uuid.nullable().meta({ description: 'The request to clear it.' }) }),
  errors: ['not_found', 'approval_refused'],
})

export const stopAddressCall = peopleCall({
  ...staff,
  ...change,
  name: 'stopAddress',
  path: '/addresses/{id}/suspend',
  act: 'wallets.suspend',
  summary: 'Suspend a withdrawal address',
  description: 'At once, also when the institution has suspended it itself. The institution cannot reinstate it.',
})

export const restoreAddressCall = peopleCall({
  ...staff,
  ...change,
  name: 'restoreAddress',
  path: '/addresses/{id}/reinstate',
  act: 'wallets.decide',
  summary: 'Reinstate a withdrawal address',
  description: 'Transfers that wait for it go on.',
})

export const addressCalls = [
  addressesCall,
  addressCall,
  checkAddressCall,
  addAddressCall,
  proveAddressCall,
  completeTravelRuleCall,
  suspendAddressCall,
  reinstateAddressCall,
  removeAddressCall,
  institutionAddressesCall,
  institutionAddressCall,
  checkAddressProofCall,
  decideAddressCall,
  stopAddressCall,
  restoreAddressCall,
] as const
