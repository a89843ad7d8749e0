import {
  chainAcceptThenError,
  chainDropNext,
  chainMine,
  chainReorg,
  chainResume,
  chainRevertNext,
  chainStall,
  chainTimeoutNext,
} from './chains.ts'
import { explorerAddress, explorerBlock, explorerChain, explorerChains, explorerTx } from './explorer.ts'
import { type SandboxCall, sandboxPath } from './call.ts'
import { bank, counterpart, provider, vaspAddress, vaspConfirmation, vaspInquiry, venue } from './counterparts.ts'
import {
  addresses,
  bankAccounts,
  disableBankAccount,
  reinstateAddress,
  revokeAddress,
  suspendAddress,
} from './destinations.ts'
import { institutions, people } from './institutions.ts'
import { limits } from './limits.ts'
import { listAge, loadList, ownList } from './lists.ts'
import { freezeHold, holds, liquidity, pairs, rates, refreshRates, rejectHold, releaseHold } from './market.ts'
import { closeRail, creditPayment, deposits, payments, resumePayment, resumeRail, suspendRail, wires } from './money.ts'
import { decideInquiries, decideParties } from './review.ts'
import { retireRule, setRule } from './rules.ts'
import { advanceClock, clock, resetClock, scenarios } from './time.ts'

/** Every call under `/sandbox/v1`, in the order of the documentation. */
export const sandboxCalls: readonly SandboxCall[] = [
  institutions,
  people,
  wires,
  deposits,
  payments,
  resumePayment,
  creditPayment,
  suspendRail,
  resumeRail,
  closeRail,
  addresses,
  revokeAddress,
  suspendAddress,
  reinstateAddress,
  bankAccounts,
  disableBankAccount,
  liquidity,
  pairs,
  rates,
  refreshRates,
  holds,
  releaseHold,
  rejectHold,
  freezeHold,
  limits,
  decideParties,
  decideInquiries,
  setRule,
  retireRule,
  ownList,
  loadList,
  listAge,
  clock,
  advanceClock,
  resetClock,
  scenarios,
  chainMine,
  chainStall,
  chainResume,
  chainReorg,
  chainRevertNext,
  chainDropNext,
  chainAcceptThenError,
  chainTimeoutNext,
  explorerChains,
  explorerChain,
  explorerBlock,
  explorerTx,
  explorerAddress,
  counterpart,
  bank,
  provider,
  venue,
  vaspAddress,
  vaspInquiry,
  vaspConfirmation,
]

/** The call of a request. `path`: from the root, with its parts filled in. */
export function sandboxCallOf(method: string, path: string): SandboxCall | null {
  const fits = (call: SandboxCall): boolean =>
    new RegExp(`^${sandboxPath}${call.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(path)
  return sandboxCalls.find((call) => call.method === method && fits(call)) ?? null
}
