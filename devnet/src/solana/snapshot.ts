import type { Address, EncodedAccount } from '@solana/kit'
import type { Snapshots } from '@specie/program/event-log.ts'
import { usualSnapshots, type LogAt } from '../chain.ts'
import { accountOf, writeAccount, type Bank } from './bank.ts'
import type { State } from './state.ts'

/** Raise it when the form of the snapshot changes. */
const version = 1

type SnapshotState = Pick<State, 'queue' | 'lastRun'> &
  Pick<Bank, 'landed' | 'byAddress' | 'undo'> &
  Pick<State['slots'], 'anchor' | 'forks'> & { accounts: EncodedAccount[] }

/** The state of the chain between two events. A manual stall is not in the snapshot, because it is not in the log. */
export const snapshotsOf = (
  state: State,
  { snapshotEvery: every = usualSnapshots, keepsLog = false }: LogAt,
): Snapshots => ({
  version,
  every,
  keepsLog,
  take: (): SnapshotState => {
    const { bank, slots, queue, lastRun } = state
    const { landed, byAddress, undo } = bank
    const { anchor, forks } = slots
    return { accounts: accountsOf(bank), landed, byAddress, undo, anchor, forks, queue, lastRun }
  },
  restore: (kept) => {
    const { accounts, landed, byAddress, undo, anchor, forks, queue, lastRun } = kept as SnapshotState
    for (const account of accounts) writeAccount(state.bank, account.address, account)
    Object.assign(state.bank, { landed, byAddress, undo })
    Object.assign(state.slots, { anchor, forks })
    Object.assign(state, { queue, lastRun })
  },
})

/** Every account that a transaction ever named, programs last. A program is loaded from data that must already exist. */
export function accountsOf(bank: Bank): EncodedAccount[] {
  const touched = new Set<Address>([bank.faucet, ...bank.byAddress.keys()])
  return [...touched]
    .flatMap((address) => accountOf(bank, address) ?? [])
    .filter(({ programAddress }) => programAddress !== nativeLoader)
    .toSorted((a, b) => Number(a.executable) - Number(b.executable))
}

/** Programs of this owner are part of the engine. */
const nativeLoader = 'NativeLoader1111111111111111111111111111111' as Address
