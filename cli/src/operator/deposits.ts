import { retryDepositCall, waitingDepositsCall } from '@specie/protocol/console/deposits.ts'
import { overConsole } from './over-console.ts'
import { proposalOf } from './proposal.ts'
import { listed } from '../show.ts'

export const depositsUnassigned = overConsole(waitingDepositsCall, {
  does: 'list coins that came to an address of ours without an owner, and those that cannot be collected',
  show: listed('depositid', 'waits_for', 'quantity', 'asset', 'blockchain', 'address', 'sender', 'txid', 'institution'),
})

export const depositsAssign = proposalOf(
  'deposit.assign',
  { DEPOSIT: 'depositid', INSTITUTION: 'institutionid' },
  'say whose a deposit without an owner is',
)

export const depositsRetry = overConsole(retryDepositCall, {
  words: { DEPOSIT: 'id', 'WHY…': 'reason' },
  does: 'collect the coins of a deposit once more, when what stood in the way is gone',
  show: ({ depositid }) => `The coins of ${depositid} are collected once more.`,
})
