import { randomBytes } from 'node:crypto'
import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  type KeyPairSigner,
  signTransaction,
} from '@solana/kit'
import { compile } from '@specie/service/chains/adapters/solana/transaction.ts'
import type { Built } from '@specie/token/solana/instructions.ts'
import type { Uat } from '../programs/uat.ts'

/** An outside holder with a wallet on UAT's Solana, and money for fees. */
export type Holder = {
  address: Address
  /** Sends these instructions, signed by the holder and the other required signers; returns the txid once it is in a block. */
  send(instructions: Built[], others?: KeyPairSigner[]): Promise<string>
}

export const newKey = () => createKeyPairSignerFromPrivateKeyBytes(randomBytes(32))

export async function solanaHolder(uat: Uat): Promise<Holder> {
  const key = await newKey()
  const rpc = createSolanaRpc(`${uat.devnet!.origin}/SOL`)
  await uat.devnet!.control('SOL', 'faucet', { address: key.address, amount: String(10n ** 10n) })
  await uat.devnet!.control('SOL', 'mine', { blocks: 2 })
  const send = async (instructions: Built[], others: KeyPairSigner[] = []) => {
    const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
    const steps = instructions.map((instruction) => ({ instruction, order: null }))
    const unsigned = compile({ payer: 'gas', signers: ['gas'], steps }, key.address, lifetime)
    const pairs = [key, ...others].map(({ keyPair }) => keyPair)
    const wire = getBase64EncodedWireTransaction(await signTransaction(pairs, unsigned))
    const txid = await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
    await uat.devnet!.control('SOL', 'mine', { blocks: 2 })
    return txid
  }
  return { address: key.address, send }
}
