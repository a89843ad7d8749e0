import { z } from 'zod'
import { allowListModes } from '../allow-lists.ts'
import { assetCode, chainCode, decimal, isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason, signedDecimal } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Chains, for staff. One person halts the minting of a coin at once. Two people end a halt, or record the contract of a coin
// (approvals-calls.ts: chain.resume, mint.resume, chain.contract).

const common = { where: 'console', method: 'GET', act: 'chains.read', tag: 'Chains' } as const
const height = z.string().meta({ description: 'The number of a block.' })

export const chainsCall = peopleCall({
  ...common,
  name: 'chains',
  path: '/chains',
  summary: 'Chains',
  description: 'The height of the reader on each, and its problems.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      blockchain: chainCode,
      final: height,
      latest: height,
      read_at: isoTime,
      broken: z
        .string()
        .nullable()
        .meta({ description: 'How it changed below its final block. Staff must review it.' }),
      troubles: z.array(
        z.object({
          part: z.enum(['reading', 'sending']),
          kind: z.enum(['disagreement', 'unreachable']),
          what: z.string(),
          since: isoTime,
        }),
      ),
    }),
  ),
  errors: [],
})

export const contractsCall = peopleCall({
  ...common,
  name: 'contracts',
  path: '/chains/contracts',
  summary: 'Contracts of coins',
  description: 'Our deployments, and contracts that two people have recorded.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      blockchain: chainCode,
      asset: assetCode,
      address: z.string(),
      txid: z.string().nullable().meta({ description: 'Our deployment; null for a contract of another deployer.' }),
      created_at: isoTime,
    }),
  ),
  errors: [],
})

export const supplyCall = peopleCall({
  ...common,
  name: 'coinSupplies',
  path: '/chains/supplies',
  summary: 'Supply of our coins on each chain',
  description:
    'The supply on each chain and in the ledger at their last comparison, twice a minute. Coins that the ledger has not issued halt minting automatically.',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      blockchain: chainCode,
      asset: assetCode,
      address: z.string(),
      compared: z
        .object({
          on_chain: decimal,
          ledger: decimal,
          difference: signedDecimal.meta({ description: 'If it is above zero, the chain has more.' }),
          at: isoTime,
        })
        .nullable()
        .meta({ description: 'Null means not yet.' }),
    }),
  ),
  errors: [],
})

export const allowListsCall = peopleCall({
  ...common,
  name: 'allowLists',
  path: '/chains/allow-lists',
  summary: 'Allow lists of our coins',
  description:
    'One for each coin and chain. While it is on, the coin moves between listed holders only. Two people switch it (`allow_list.switch`).',
  request: z.strictObject({}),
  response: listOf(
    z.object({
      coin: z.string().meta({ examples: ['VCHF/ETH'] }),
      blockchain: chainCode,
      asset: assetCode,
      mode: z.enum(allowListModes).meta({ description: 'The mode on the chain.' }),
      decided: z
        .object({ mode: z.enum(allowListModes), at: isoTime, problem: z.string().nullable() })
        .nullable()
        .meta({ description: 'A decision that the chain does not have yet, and what delays it, if staff must act.' }),
      listed: z.int().meta({ description: 'Holders on the list.' }),
      pending: z.int().meta({ description: 'Changes of the list that are not final yet.' }),
      waiting: z.int().meta({ description: 'Operations that wait for the listing of their recipient.' }),
    }),
  ),
  errors: [],
})

export const burnsCall = peopleCall({
  ...common,
  name: 'holderBurns',
  path: '/chains/burns',
  summary: 'Coins that holders have burned themselves',
  description: 'Newest first.',
  request: z.strictObject({ blockchain: chainCode.optional(), asset: assetCode.optional(), ...paged }),
  response: listOf(
    z.object({
      movementid: uuid,
      blockchain: chainCode,
      asset: assetCode,
      amount: decimal,
      holder: z.string().nullable(),
      txid: z.string(),
      booked_at: isoTime.nullable().meta({ description: 'Null means not yet.' }),
      created_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const mintHaltsCall = peopleCall({
  ...common,
  name: 'mintHalts',
  path: '/mint/halts',
  summary: 'Coins that cannot be minted',
  description: 'The current halts, with their reasons.',
  request: z.strictObject({}),
  response: listOf(z.object({ asset: assetCode, reason: z.string(), actor: z.string(), since: isoTime })),
  errors: [],
})

export const haltMintCall = peopleCall({
  where: 'console',
  tag: 'Chains',
  name: 'haltMint',
  method: 'POST',
  path: '/mint/halt',
  act: 'mint.halt',
  summary: 'Halt the minting of a coin',
  description: 'Effective at once, on every chain, until two people resume it (`mint.resume`). Mints in progress wait.',
  request: z.strictObject({ asset: assetCode, reason }),
  response: z.object({
    asset: assetCode,
    changed: z.boolean().meta({ description: '`false`: the coin was already halted, and the first reason stays.' }),
  }),
  errors: [],
})

export const chainOperationsCall = peopleCall({
  ...common,
  name: 'chainOperations',
  path: '/chains/operations',
  summary: 'Open operations',
  description: 'Operations on chains that have not ended, newest first.',
  request: z.strictObject({ blockchain: chainCode.optional(), ...paged }),
  response: listOf(
    z.object({
      operationid: uuid,
      blockchain: chainCode,
      kind: z.string().meta({ examples: ['mint', 'burn', 'transfer', 'collect'] }),
      purpose: z.string(),
      subject: uuid.meta({ description: 'The mint, redemption, withdrawal, payment or deposit behind it.' }),
      asset: assetCode,
      amount: decimal,
      state: z.enum(['queued', 'working']),
      attempts: z.int().meta({ description: 'The number of signatures. From the second one on, the fee is higher.' }),
      txid: z.string().nullable().meta({ description: 'The transaction of the last attempt.' }),
      sent_at: isoTime.nullable(),
      created_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const chainCalls = [
  chainsCall,
  contractsCall,
  supplyCall,
  allowListsCall,
  burnsCall,
  mintHaltsCall,
  haltMintCall,
  chainOperationsCall,
] as const
