import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2wpkh, Transaction } from '@scure/btc-signer'
import { Refusal } from '../chain.ts'
import { RpcError } from '../rpc.ts'
import { regtest, scriptOf } from './address.ts'
import type { Engine } from './engine.ts'
import { tipOf } from './state.ts'
import { outpoint, readTx, type Tx } from './transaction.ts'

/** Publicly known: it has value on this chain only. */
const key = createHash('sha256').update('specie devnet faucet').digest()

/** The script of every block reward. */
export const faucetScript = p2wpkh(secp256k1.getPublicKey(key), regtest).script

const maturity = 100
/** Generous, in satoshis for one input and for the rest. No payment waits for lack of a fee. */
const feePerInput = 1_000n
const feeBase = 2_000n

/** Pays from mature rewards, and from change. */
export function faucetTransaction(engine: Engine, address: unknown, amount: bigint): Tx {
  const script = targetOf(address)
  const { state, pool } = engine
  const taken = new Set([...pool.values()].flatMap(({ tx }) => tx.vin.map(({ txid, vout }) => outpoint(txid, vout))))
  const next = tipOf(state).height + 1
  const transaction = new Transaction({ version: 2 })
  let left = amount + feeBase
  for (const [name, coin] of state.coins) {
    if (left <= 0n) break
    const isRipe = !coin.coinbase || next - coin.height >= maturity
    if (!isRipe || taken.has(name) || !Buffer.from(coin.script).equals(faucetScript)) continue
    const [txid, vout] = name.split(':') as [string, string]
    const witnessUtxo = { script: coin.script, amount: coin.value }
    transaction.addInput({ txid, index: Number(vout), sequence: 0xffff_fffd, witnessUtxo })
    left += feePerInput - coin.value
  }
  if (left > 0n) throw new Refusal('the faucet does not hold enough: mine some blocks')
  transaction.addOutput({ script, amount })
  if (left < -dust) transaction.addOutput({ script: faucetScript, amount: -left })
  transaction.sign(key)
  transaction.finalize()
  return readTx(transaction.extract())
}

const dust = 294n

function targetOf(address: unknown): Uint8Array {
  try {
    return scriptOf(address)
  } catch (error) {
    if (error instanceof RpcError) throw new Refusal('address must be an address of this chain')
    throw error
  }
}
