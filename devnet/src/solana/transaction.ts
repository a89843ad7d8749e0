import {
  getCompiledTransactionMessageDecoder,
  getSignatureFromTransaction,
  getTransactionDecoder,
  type Address,
  type LegacyCompiledTransactionMessage,
  type Signature,
  type Transaction,
  type V0CompiledTransactionMessage,
} from '@solana/kit'
import { badParams } from '../rpc.ts'
import { base58ToBytes, bytesToBase58 } from './base58.ts'

type Message = (LegacyCompiledTransactionMessage | V0CompiledTransactionMessage) & { lifetimeToken: string }

/** A transaction as received, and the data that we need of it. */
export type Sent = {
  signature: Signature
  /** base64 */
  wire: string
  transaction: Transaction
  message: Message
  keys: Address[]
  writable: Address[]
}

export function decodeWire(text: unknown, encoding: unknown = 'base58'): Sent {
  if (typeof text !== 'string') throw badParams('the first parameter must be the bytes of a transaction')
  if (encoding !== 'base64' && encoding !== 'base58') throw badParams('unsupported encoding; use base64')
  try {
    return decoded(encoding === 'base64' ? Uint8Array.from(Buffer.from(text, 'base64')) : base58ToBytes(text))
  } catch (error) {
    throw badParams(`failed to deserialize the transaction: ${(error as Error).message}`)
  }
}

function decoded(bytes: Uint8Array): Sent {
  const transaction = getTransactionDecoder().decode(bytes)
  const message = getCompiledTransactionMessageDecoder().decode(transaction.messageBytes)
  if (message.version === 1) throw new Error('version 1 is not supported here')
  if (message.version === 0 && (message.addressTableLookups ?? []).length > 0)
    throw new Error('address lookup tables are not supported here')
  const { staticAccounts: keys, header } = message
  const unsignedFrom = header.numSignerAccounts
  const isWritable = (at: number) =>
    at < unsignedFrom
      ? at < unsignedFrom - header.numReadonlySignerAccounts
      : at < keys.length - header.numReadonlyNonSignerAccounts
  return {
    signature: signatureOf(transaction),
    wire: Buffer.from(bytes).toString('base64'),
    transaction,
    message,
    keys,
    writable: keys.filter((_, at) => isWritable(at)),
  }
}

/** It can be simulated without the fee payer's signature. */
function signatureOf(transaction: Transaction): Signature {
  const signed = Object.values(transaction.signatures)[0]
  return signed ? getSignatureFromTransaction(transaction) : ('1'.repeat(64) as Signature)
}

/** In the form of `encoding: "json"` and `"jsonParsed"`; instructions are not parsed, as for a program unknown to a node. */
export function transactionJson({ message, keys, writable, transaction }: Sent, parsed: boolean): object {
  const signers = message.header.numSignerAccounts
  const instructions = message.instructions.map(({ programAddressIndex, accountIndices, data }) => {
    const encoded = bytesToBase58(data ?? new Uint8Array())
    const accounts = [...(accountIndices ?? [])]
    if (!parsed) return { programIdIndex: programAddressIndex, accounts, data: encoded, stackHeight: null }
    return {
      programId: keys[programAddressIndex],
      accounts: accounts.map((at) => keys[at]),
      data: encoded,
      stackHeight: null,
    }
  })
  const accountKeys = parsed
    ? keys.map((pubkey, at) => ({
        pubkey,
        signer: at < signers,
        writable: writable.includes(pubkey),
        source: 'transaction',
      }))
    : keys
  const { numSignerAccounts, numReadonlySignerAccounts, numReadonlyNonSignerAccounts } = message.header
  const header = {
    numRequiredSignatures: numSignerAccounts,
    numReadonlySignedAccounts: numReadonlySignerAccounts,
    numReadonlyUnsignedAccounts: numReadonlyNonSignerAccounts,
  }
  return {
    signatures: Object.values(transaction.signatures).map((bytes) => bytesToBase58(bytes ?? new Uint8Array(64))),
    message: {
      accountKeys,
      ...(parsed ? {} : { header }),
      instructions,
      recentBlockhash: message.lifetimeToken,
      ...(message.version === 0 ? { addressTableLookups: [] } : {}),
    },
  }
}
