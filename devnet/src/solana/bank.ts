import { lamports, type Address, type Signature } from '@solana/kit'
import { Clock, ComputeBudget, FailedTransactionMetadata, LiteSVM, SimulatedTransactionInfo } from 'litesvm'
import { systemProgram, tokenBalances, type Account, type AccountReader } from './accounts.ts'
import { outcomeOf, type Outcome } from './outcome.ts'
import type { Sent } from './transaction.ts'

/** A transaction that is on the chain. */
export type Landed = { sent: Sent; slot: number; time: number; outcome: Outcome; meta: object }

/** The accounts before a transaction; kept until its slot is final. */
type Before = { slot: number; signature: Signature; accounts: Map<Address, Account> }

export type Bank = {
  svm: LiteSVM
  faucet: Address
  landed: Map<Signature, Landed>
  /** Oldest first. */
  byAddress: Map<Address, Signature[]>
  undo: Before[]
}

const faucetLamports = 10n ** 18n

export function createBank(faucet: Address): Bank {
  // The blockhash queue and the once-only rule for signatures are ours. Litesvm has one blockhash and no slots.
  const svm = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n)
  write(svm, faucet, {
    address: faucet,
    lamports: lamports(faucetLamports),
    data: new Uint8Array(),
    programAddress: systemProgram,
    executable: false,
    space: 0n,
  })
  return { svm, faucet, landed: new Map(), byAddress: new Map(), undo: [] }
}

const reader =
  (svm: LiteSVM): AccountReader =>
  (address) => {
    const found = svm.getAccount(address)
    return found.exists ? found : null
  }

function write(svm: LiteSVM, address: Address, account: Account): void {
  // An account without lamports does not exist.
  const gone = { address, lamports: lamports(0n), data: new Uint8Array(), executable: false, space: 0n }
  svm.setAccount(account ?? { ...gone, programAddress: systemProgram })
}

export const accountOf = ({ svm }: Bank, address: Address): Account => reader(svm)(address)

export const writeAccount = ({ svm }: Bank, address: Address, account: Account): void => write(svm, address, account)

/** The account at the end of that slot. */
export function accountAt({ svm, undo }: Bank, address: Address, slot: number): Account {
  for (const { slot: changedAt, accounts } of undo)
    if (changedAt > slot && accounts.has(address)) return accounts.get(address)!
  return reader(svm)(address)
}

export function programAccountsAt(bank: Bank, program: Address, slot: number): NonNullable<Account>[] {
  const addresses = new Set(bank.svm.getProgramAccounts(program).map(({ address }) => address))
  for (const { accounts } of bank.undo) for (const address of accounts.keys()) addresses.add(address)
  return [...addresses]
    .map((address) => accountAt(bank, address, slot))
    .filter((account) => account !== null && account.programAddress === program) as NonNullable<Account>[]
}

export const setTime = ({ svm }: Bank, slot: number, time: number): void =>
  svm.setClock(new Clock(BigInt(slot), 0n, 0n, 0n, BigInt(time)))

/** Without an effect. */
export function simulate({ svm }: Bank, { transaction }: Sent, verify: boolean): Outcome {
  svm.withSigverify(verify)
  try {
    const result = svm.simulateTransaction(transaction)
    return outcomeOf(result instanceof SimulatedTransactionInfo ? result.meta() : result)
  } finally {
    svm.withSigverify(true)
  }
}

/** Runs it in this slot. It lands, in success or failure, if its fee could be paid; otherwise it leaves no trace. */
export function execute(bank: Bank, sent: Sent, slot: number, time: number, fails: boolean): void {
  const { svm } = bank
  const read = reader(svm)
  const before = new Map(sent.writable.map((address) => [address, read(address)]))
  const balancesBefore = sent.keys.map((key) => read(key)?.lamports ?? 0n)
  const tokensBefore = tokenBalances(sent.keys, read)
  const result = fails ? sendFailing(svm, sent) : svm.sendTransaction(sent.transaction)
  const balancesAfter = sent.keys.map((key) => read(key)?.lamports ?? 0n)
  if (result instanceof FailedTransactionMetadata && balancesAfter[0] === balancesBefore[0]) return
  const outcome = outcomeOf(result)
  const { err, fee, logs, innerInstructions, unitsConsumed, returnData } = outcome
  const meta = {
    err,
    status: err === null ? { Ok: null } : { Err: err },
    fee,
    preBalances: balancesBefore,
    postBalances: balancesAfter,
    preTokenBalances: tokensBefore,
    postTokenBalances: tokenBalances(sent.keys, read),
    logMessages: logs,
    innerInstructions,
    loadedAddresses: { readonly: [], writable: [] },
    computeUnitsConsumed: unitsConsumed,
    rewards: [],
    ...(returnData ? { returnData } : {}),
  }
  bank.undo.push({ slot, signature: sent.signature, accounts: before })
  bank.landed.set(sent.signature, { sent, slot, time, outcome, meta })
  for (const key of sent.keys) {
    const signatures = bank.byAddress.get(key)
    if (signatures) signatures.push(sent.signature)
    else bank.byAddress.set(key, [sent.signature])
  }
}

/** It runs without a compute budget, and pays its fee. */
function sendFailing(svm: LiteSVM, { transaction, keys }: Sent): ReturnType<LiteSVM['sendTransaction']> {
  const budget = new ComputeBudget()
  budget.computeUnitLimit = 1n
  const elsewhere = new LiteSVM().withBlockhashCheck(false).withTransactionHistory(0n).withComputeBudget(budget)
  elsewhere.setClock(svm.getClock())
  const read = reader(svm)
  for (const key of keys) {
    const account = read(key)
    if (account && !account.executable) write(elsewhere, key, account)
  }
  const result = elsewhere.sendTransaction(transaction)
  const [payer] = keys
  write(svm, payer!, reader(elsewhere)(payer!))
  return result
}

/** Rolls back every transaction after this slot, and returns them in order. */
export function rollBack(bank: Bank, slot: number): Sent[] {
  const dropped: Sent[] = []
  while (bank.undo.length > 0 && bank.undo.at(-1)!.slot > slot) {
    const { signature, accounts } = bank.undo.pop()!
    for (const [address, account] of accounts) write(bank.svm, address, account)
    const { sent } = bank.landed.get(signature)!
    bank.landed.delete(signature)
    for (const key of sent.keys) bank.byAddress.get(key)?.pop()
    dropped.unshift(sent)
  }
  return dropped
}

/** Final transactions can no longer be rolled back. */
export function forgetBefore(bank: Bank, finalSlot: number): void {
  const kept = bank.undo.findIndex(({ slot }) => slot > finalSlot)
  bank.undo.splice(0, kept < 0 ? bank.undo.length : kept)
}
