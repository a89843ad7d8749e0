import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  createKeyPairSignerFromPrivateKeyBytes,
  createSolanaRpc,
  getBase64EncodedWireTransaction,
  type Signature,
  signTransaction,
} from '@solana/kit'
import type { AssetCode } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { calldata } from '@specie/token/evm.ts'
import { openTokenAccount, tokenAccount } from '@specie/token/solana/coin.ts'
import { transfer, transferLamports } from '@specie/token/solana/instructions.ts'
import {
  createPublicClient,
  createWalletClient,
  type Hex,
  hexToBytes,
  http,
  keccak256,
  toHex,
  TransactionReceiptNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Env } from '../base/env.ts'
import { perProcess } from '../base/per-process.ts'
import { badRequest, unavailable } from '../base/http/errors.ts'
import { serializeByKey, type Queues } from '../base/concurrency/serialize-by-key.ts'
import { contractsOf } from '../chains/outbox/operations.ts'
import { compile } from '../chains/adapters/solana/transaction.ts'
import { controlChain } from './control/chains.ts'
import { sendFromFaucet } from './control/deposits.ts'

// An outsider with a wallet on every chain of UAT. Coins minted to an address have no sender to be returned to; coins
// that the outsider sends do.

/** Public: it only guards play money. */
const outsiderKey = keccak256(toHex('specie devnet outsider'))

type Wallet = {
  readonly address: string
  /** The balance of the native coin. */
  gas(): Promise<bigint>
  isMined(txid: string): Promise<boolean>
  /** Returns the txid. */
  send(to: string, amount: bigint): Promise<string>
}

/** Transactions of the outsider under way, by chain. */
const queuesOf = perProcess((): Queues => new Map())

type Sending = { asset: AssetCode; chain: ChainCode; to: string; amount: bigint; count: number }

/** Sends real tokens, `count` times the same amount, after minting them to the outsider. Returns the txids. */
export async function sendFromOutside(env: Env, { asset, chain, to, amount, count }: Sending): Promise<string[]> {
  const { devnetUrl } = env.config
  if (devnetUrl === null) throw unavailable('There are no chains of UAT. Set DEVNET_URL, or use npm start.')
  const contract = (await contractsOf(env.db)).get(`${chain}/${asset}`)
  if (contract === undefined) throw badRequest('asset', `${asset} is not on ${chains[chain].name} here.`, 'asset')
  const url = new URL(`/${chain}`, devnetUrl).href
  const wallet = chains[chain].family === 'solana' ? await onSolana(env, url, contract) : onEvm(url, contract)
  // One at a time, because the wallet counts its own transactions.
  return serializeByKey(queuesOf(env), chain, async () => {
    await fundGas(env, chain, wallet)
    const minted = await sendFromFaucet(
      env,
      { asset, chain, to: wallet.address, amount: amount * BigInt(count), field: 'amount' },
      timeoutMs,
    )
    if (minted === '') throw unavailable(`${asset} cannot be minted on ${chains[chain].name} now. Try again.`)
    // Not by the balance, which still includes amounts that were sent and are not mined yet.
    await until(env, chain, () => wallet.isMined(minted))
    const txids: string[] = []
    for (let nth = 0; nth < count; nth += 1) txids.push(await wallet.send(to, amount))
    return txids
  })
}

/** Enough for a great many transactions, in the smallest unit of the native coin. */
const enough = { evm: 10n ** 17n, solana: 10n ** 8n, bitcoin: 0n } as const

async function fundGas(env: Env, chain: ChainCode, { address, gas }: Wallet): Promise<void> {
  const minimum = enough[chains[chain].family]
  if ((await gas()) >= minimum) return
  await controlChain(env, chain, 'faucet', { address, amount: String(minimum * 1000n) })
  await until(env, chain, async () => (await gas()) >= minimum)
}

const timeoutMs = 30_000

async function until(env: Env, chain: ChainCode, holds: () => Promise<boolean>): Promise<void> {
  const deadline = env.clock.elapsed() + timeoutMs
  while (!(await holds())) {
    if (env.clock.elapsed() > deadline) throw unavailable(`${chains[chain].name} makes no blocks. Resume it.`)
    await sleep(50)
  }
}

/** Its address, if it has a wallet of that family. */
export async function outsideAddress(chain: ChainCode): Promise<string | undefined> {
  const { family } = chains[chain]
  if (family === 'evm') return privateKeyToAccount(outsiderKey).address
  if (family !== 'solana') return undefined
  return (await createKeyPairSignerFromPrivateKeyBytes(hexToBytes(outsiderKey))).address
}

function onEvm(url: string, contract: string): Wallet {
  const account = privateKeyToAccount(outsiderKey)
  const token = contract as Hex
  const reader = createPublicClient({ transport: http(url) })
  const writer = createWalletClient({ account, transport: http(url) })
  const { address } = account
  return {
    address,
    gas: () => reader.getBalance({ address }),
    isMined: (txid) => reader.getTransactionReceipt({ hash: txid as Hex }).then(() => true, isUnmined),
    send: async (to, amount) =>
      writer.sendTransaction({
        chain: null,
        to: token,
        data: calldata.transfer(to as Hex, amount),
        nonce: await reader.getTransactionCount({ address, blockTag: 'pending' }),
      }),
  }
}

function isUnmined(error: unknown): false {
  if (error instanceof TransactionReceiptNotFoundError) return false
  throw error
}

async function onSolana(env: Env, url: string, contract: string): Promise<Wallet> {
  const { address, keyPair } = await createKeyPairSignerFromPrivateKeyBytes(hexToBytes(outsiderKey))
  const rpc = createSolanaRpc(url)
  const mint = contract as Address
  const account = await tokenAccount(mint, address)
  return {
    address,
    gas: async () => (await rpc.getBalance(address, { commitment: 'confirmed' }).send()).value,
    isMined: async (txid) => {
      const { value } = await rpc.getSignatureStatuses([txid as Signature]).send()
      return ['confirmed', 'finalized'].includes(value[0]?.confirmationStatus ?? '')
    },
    send: async (to, amount) => {
      const owner = to as Address
      const instructions = [
        await openTokenAccount(address, mint, owner),
        transfer({ mint, account, to: await tokenAccount(mint, owner), authority: address, amount }),
        // Without this, two equal transfers within one blockhash would be the same transaction.
        transferLamports(address, address, BigInt(`0x${env.ids.uuid(env.clock.now()).slice(-5)}`)),
      ]
      const steps = instructions.map((instruction) => ({ instruction, order: null }))
      const { value: lifetime } = await rpc.getLatestBlockhash({ commitment: 'confirmed' }).send()
      const unsigned = compile({ payer: 'gas', signers: ['gas'], steps }, address, lifetime)
      const wire = getBase64EncodedWireTransaction(await signTransaction([keyPair], unsigned))
      return rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
    },
  }
}
