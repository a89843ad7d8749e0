import { z } from 'zod'
import { addressSteps, addressView, change, changed, state } from '../web-api/addresses.ts'
import { history, hit } from './case-parts.ts'
import { ownerships, travelRuleStatuses } from '../endpoints/destinations.ts'
import { peopleCall } from '../web-api/call.ts'
import { id, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { uuid } from '../fields.ts'

const ofInstitution = { institution: z.string().meta({ description: 'The registered name of the institution.' }) }
const staff = { where: 'console', tag: 'Withdrawal addresses' } as const

export const institutionAddressesCall = peopleCall({
  ...staff,
  name: 'institutionAddresses',
  method: 'GET',
  path: '/addresses',
  act: 'institutions.read',
  summary: 'Withdrawal addresses of institutions',
  description: 'Newest first. Addresses whose `state` is `in_review` wait for a decision.',
  request: z.strictObject({
    ...paged,
    institutionid: uuid.optional(),
    state: state.optional(),
    ownership: z.enum(ownerships).optional(),
    travelrule: z
      .enum(travelRuleStatuses)
      .optional()
      .meta({ description: 'Whether its Travel Rule data is complete.' }),
  }),
  response: listOf(addressView.extend(ofInstitution)),
  errors: ['invalid_cursor'],
})

export const institutionAddressCall = peopleCall({
  ...staff,
  name: 'institutionAddress',
  method: 'GET',
  path: '/addresses/{id}',
  act: 'institutions.read',
  summary: 'One withdrawal address in full',
  description: 'With its history of states, its current watchlist matches, and the actions of people.',
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
  description: 'The stored evidence, and whether it is valid. A smart wallet is verified at the block of its proof.',
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
    valid: z.boolean().nullable().meta({ description: 'Null without a proof.' }),
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
    '`clear`: the provider hosts the wallet and is not the listed party; the address continues when a second approver approves. `reject`: effective at once, after which the address can never be used; possible until the address is active.',
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
  description:
    'Effective at once, even if the institution has already suspended the address. The institution cannot reinstate it.',
})

export const restoreAddressCall = peopleCall({
  ...staff,
  ...change,
  name: 'restoreAddress',
  path: '/addresses/{id}/reinstate',
  act: 'wallets.decide',
  summary: 'Reinstate a withdrawal address',
  description: 'Transfers that wait for it continue.',
})

export const staffAddressCalls = [
  institutionAddressesCall,
  institutionAddressCall,
  checkAddressProofCall,
  decideAddressCall,
  stopAddressCall,
  restoreAddressCall,
] as const
