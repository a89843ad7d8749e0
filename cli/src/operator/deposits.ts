import { retryDepositCall, waitingDepositsCall } from '@specie/protocol/console/deposits.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { listed } from '../show.ts'

export const depositsUnassigned = overConsole(waitingDepositsCall, {
  does: 'list coins that arrived at an address of ours without an owner, and those that cannot be collected',
  show: listed('depositid', 'waits_for', 'quantity', 'asset', 'blockchain', 'address', 'sender', 'txid', 'institution'),
})

export const depositsAssign = proposalOf(
  'deposit.assign',
  { DEPOSIT: 'depositid', INSTITUTION: 'institutionid' },
  'name the owner of a deposit without one',
)

export const depositsRetry = overConsole(retryDepositCall, {
  words: { DEPOSIT: 'id', 'WHY…': 'reason' },
  does: 'collect the coins of a deposit again, once the obstacle is gone',
  show: ({ depositid }) => `The coins of ${depositid} are being collected again.`,
})
