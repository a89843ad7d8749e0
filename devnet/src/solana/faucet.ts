import { createHash } from 'node:crypto'
import {
  AccountRole,
  appendTransactionMessageInstruction,
  createKeyPairSignerFromPrivateKeyBytes,
  createTransactionMessage,
  getBase64EncodedWireTransaction,
  isAddress,
  pipe,
  setTransactionMessageFeePayerSigner,
  setTransactionMessageLifetimeUsingBlockhash,
  signTransactionMessageWithSigners,
  type Address,
  type Blockhash,
  type Instruction,
  type KeyPairSigner,
} from '@solana/kit'
import { badParams } from '../rpc.ts'
import { systemProgram } from './accounts.ts'

/** Publicly known: it has value on this chain only. */
export const faucetSigner = (): Promise<KeyPairSigner> =>
  createKeyPairSignerFromPrivateKeyBytes(createHash('sha256').update('specie devnet faucet').digest())

const memoProgram = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr' as Address

/** A signed transfer in base64. `number` distinguishes it from one of the same amount in the same slot. */
export async function faucetTransaction(
  faucet: KeyPairSigner,
  to: unknown,
  amount: bigint,
  blockhash: Blockhash,
  number: number,
): Promise<string> {
  if (typeof to !== 'string' || !isAddress(to)) throw badParams('address must be an address of this chain')
  const data = Buffer.alloc(12)
  data.writeUInt32LE(2, 0)
  data.writeBigUInt64LE(amount, 4)
  const transfer: Instruction = {
    programAddress: systemProgram,
    accounts: [
      { address: faucet.address, role: AccountRole.WRITABLE_SIGNER },
      { address: to, role: AccountRole.WRITABLE },
    ],
    data,
  }
  const memo: Instruction = { programAddress: memoProgram, data: Buffer.from(`faucet ${number}`) }
  const message = pipe(
    createTransactionMessage({ version: 0 }),
    (m) => setTransactionMessageFeePayerSigner(faucet, m),
    (m) => setTransactionMessageLifetimeUsingBlockhash({ blockhash, lastValidBlockHeight: 0n }, m),
    (m) => appendTransactionMessageInstruction(transfer, m),
    (m) => appendTransactionMessageInstruction(memo, m),
  )
  return getBase64EncodedWireTransaction(await signTransactionMessageWithSigners(message))
}
