import {
  checkAddressProofCall,
  decideAddressCall,
  institutionAddressesCall,
  restoreAddressCall,
  stopAddressCall,
} from '@specie/protocol/console/addresses.ts'
import { waits } from './console.ts'
import { overConsole } from './over-console.ts'
import { details, listed } from '../show.ts'

const ADDRESS = 'id'
const change = { words: { ADDRESS, 'WHY…': 'reason' } } as const
const changed = ({ addressid, status }: { addressid: string; status: string }) => `${addressid} is ${status}.`

export const addressesList = overConsole(institutionAddressesCall, {
  words: { '[STATE]': 'state' },
  does: 'list withdrawal addresses; those in_review wait for a decision',
  show: listed('addressid', 'state', 'blockchain', 'address', 'vasp', 'label'),
})

export const addressesProof = overConsole(checkAddressProofCall, {
  words: { ADDRESS },
  does: 'verify the proof of a withdrawal address again',
  show: details,
})

export const addressesDecide = overConsole(decideAddressCall, {
  words: { 'clear|reject': 'decision', ADDRESS, 'WHY…': 'reason' },
  does: 'decide on a hosted wallet, or on a hit of the screening',
  show: ({ addressid, state, approvalid }) => (approvalid === null ? `${addressid} is ${state}.` : waits(approvalid)),
})

export const addressesSuspend = overConsole(stopAddressCall, {
  ...change,
  does: 'suspend a withdrawal address at once; the institution cannot reinstate it',
  show: changed,
})

export const addressesReinstate = overConsole(restoreAddressCall, {
  ...change,
  does: 'reinstate a suspended withdrawal address',
  show: changed,
})
