import { z } from 'zod'
import { assetCode, chainCode, decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Deposits that wait for staff, for staff. Two people name the owner of a deposit without one (approvals-calls.ts:
// deposit.assign).

const waits = z.enum(['owner', 'collection'])

export const waitingDepositsCall = peopleCall({
  where: 'console',
  tag: 'Deposits',
  name: 'waitingDeposits',
  method: 'GET',
  path: '/deposits',
  act: 'bank.read',
  summary: 'Deposits that wait for staff',
  description:
    'Coins received at an address of ours without an owner, and coins that cannot be collected. Newest first.',
  request: z.strictObject({ waits_for: waits.optional(), depositid: uuid.optional(), ...paged }),
  response: listOf(
    z.object({
      depositid: uuid,
      waits_for: waits,
      state: z.enum(statesOf(machines.deposit)),
      asset: assetCode,
      quantity: decimal,
      blockchain: chainCode,
      address: z.string(),
      sender: z.string().nullable(),
      txid: z.string(),
      institutionid: uuid.nullable(),
      institution: z.string().nullable().meta({ description: 'The name of its owner.' }),
      created_at: isoTime,
      updated_at: isoTime,
    }),
  ),
  errors: ['invalid_cursor'],
})

export const retryDepositCall = peopleCall({
  where: 'console',
  tag: 'Deposits',
  name: 'retryDeposit',
  method: 'POST',
  path: '/deposits/{id}/retry',
  act: 'payments.retry',
  summary: 'Collect the coins of a deposit again',
  description: 'Possible once the obstacle is resolved. The case of the deposit is closed.',
  request: z.strictObject({ id: uuid, reason }),
  response: z.object({ depositid: uuid }),
  errors: ['not_found'],
})

export const depositCalls = [waitingDepositsCall, retryDepositCall] as const
