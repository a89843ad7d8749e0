import {
  type Address,
  appendTransactionMessageInstructions,
  compileTransaction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  type Instruction,
  type KeyPairSigner,
  lamports,
  setTransactionMessageFeePayer,
  signTransaction,
} from '@solana/kit'
import { FailedTransactionMetadata, LiteSVM } from 'litesvm'
import type { Hex } from 'viem'
import {
  createCoin,
  mintAccountSpace,
  openTokenAccount,
  readHolding,
  readSupply,
  tokenAccount,
} from '../src/solana/coin.ts'
import { guardAddress, guardSpace, readGuard } from '../src/solana/guard.ts'

// The Solana runtime in this process, for the coin's own tests: a refused transaction is thrown with its logs.

const names = [
  'payer',
  'mint',
  'minter',
  'burner',
  'pauser',
  'freezer',
  'seizer',
  'admin',
  'guardian',
  'omnibus',
  'ann',
  'bob',
] as const
export type Name = (typeof names)[number]

export const metadata = { name: 'Specie Swiss Franc', symbol: 'VCHF', uri: 'https://example.com/vchf.json' }

export async function startSolana({ allowListOn = false } = {}) {
  const svm = new LiteSVM()
  const keys = {} as Record<Name, KeyPairSigner>
  for (const [i, name] of names.entries()) {
    keys[name] = await createKeyPairSignerFromPrivateKeyBytes(new Uint8Array(32).fill(i + 1))
  }
  const who = Object.fromEntries(names.map((name) => [name, keys[name].address])) as Record<Name, Address>
  svm.airdrop(who.payer, lamports(10n ** 12n))
  const rent = (space: bigint) => svm.minimumBalanceForRentExemption(space)

  async function send(signers: Name[], instructions: readonly Instruction[]) {
    const message = svm.setTransactionMessageLifetimeUsingLatestBlockhash(
      setTransactionMessageFeePayer(
        who.payer,
        appendTransactionMessageInstructions(instructions, createTransactionMessage({ version: 'legacy' })),
      ),
    )
    const pairs = ['payer' as const, ...signers].map((name) => keys[name].keyPair)
    const signed = await signTransaction(pairs, compileTransaction(message))
    const result = svm.sendTransaction(signed)
    // Two equal transactions under one blockhash would be refused as a repetition, which is not tested here.
    svm.expireBlockhash()
    if (result instanceof FailedTransactionMetadata) throw new Error(result.toString())
    return result
  }

  const account = (address: Address) => {
    const found = svm.getAccount(address)
    return found.exists ? found : null
  }
  const mint = who.mint
  const order = (requestId: Hex, account: Address, amount: bigint) =>
    ({
      requestId,
      mint,
      account,
      amount,
      guardian: who.guardian,
      payer: who.payer,
      guardRent: rent(guardSpace),
    }) as const
  const { minter, freezer, seizer, pauser, admin } = who
  const authorities = { minter, freezer, seizer, pauser, admin }
  await send(
    ['mint', 'minter'],
    createCoin({
      payer: who.payer,
      mint,
      mintRent: rent(mintAccountSpace(metadata)),
      authorities,
      allowListOn,
      ...metadata,
    }),
  )
  const at = {} as Record<Name, Address>
  for (const name of ['burner', 'omnibus', 'ann', 'bob'] as const) {
    at[name] = await tokenAccount(mint, who[name])
    await send([], [await openTokenAccount(who.payer, mint, who[name])])
  }
  return {
    svm,
    who,
    at,
    send,
    rent,
    account,
    order,
    supply: () => readSupply(account(mint)!.data),
    balance: (name: Name) => readHolding(account(at[name])!.data).amount,
    processed: async (requestId: Hex) => readGuard(account(await guardAddress(who.guardian, requestId))),
  }
}
