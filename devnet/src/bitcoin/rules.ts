import { secp256k1 } from '@noble/curves/secp256k1.js'
import { p2pkh, p2wpkh, SigHash, Transaction } from '@scure/btc-signer'
import { RpcError } from '../rpc.ts'
import {
  type Block,
  commitmentIn,
  easiestBits,
  hasWork,
  heightPush,
  merkleRoot,
  subsidyAt,
  witnessCommitment,
} from './block.ts'
import { isCoinbase, outpoint, type Tx } from './transaction.ts'

// The validity rules of blocks and transactions, as far as they apply on this chain. Named as in Bitcoin Core.

/** An existing output, with the data that the rules need. */
export type Coin = {
  readonly value: bigint
  readonly script: Uint8Array
  readonly height: number
  readonly coinbase: boolean
}
export type Coins = { get(name: string): Coin | undefined }

/** The position of a block, real or hypothetical. */
export type Place = {
  readonly height: number
  readonly medianTime: number
  readonly timeAt: (height: number) => number
}

export class Invalid extends RpcError {
  constructor(reason: string) {
    super(-26, reason)
  }
}

const maxMoney = 21_000_000_00000000n
const maxWeight = 4_000_000
const maturity = 100
const twoHours = 7_200

function refuse(when: boolean, reason: string): void {
  if (when) throw new Invalid(reason)
}

/** Checks a block by itself and at its height. The coins that it spends are checked later. */
export function checkBlock(block: Block, { height, medianTime }: Place, now: number): void {
  const { version, bits, hash, time, txs } = block
  refuse(bits !== easiestBits, 'bad-diffbits')
  refuse(!hasWork(hash), 'high-hash')
  refuse(version < 4, 'bad-version')
  refuse(time <= medianTime, 'time-too-old')
  refuse(time > now + twoHours, 'time-too-new')
  const { root, isMutated } = merkleRoot(txs.map(({ txid }) => txid))
  refuse(root !== block.merkleRoot, 'bad-txnmrklroot')
  refuse(isMutated, 'bad-txns-duplicate')
  refuse(txs.length === 0 || !isCoinbase(txs[0]!), 'bad-cb-missing')
  refuse(txs.slice(1).some(isCoinbase), 'bad-cb-multiple')
  const script = Buffer.from(txs[0]!.vin[0]!.script)
  refuse(script.length < 2 || script.length > 100, 'bad-cb-length')
  const push = heightPush(height)
  refuse(!script.subarray(0, push.length).equals(push), 'bad-cb-height')
  checkCommitment(txs)
  refuse(320 + txs.reduce((sum, { weight }) => sum + weight, 0) > maxWeight, 'bad-blk-weight')
  for (const tx of txs) checkForm(tx)
}

function checkCommitment(txs: readonly Tx[]): void {
  const [coinbase, ...others] = txs as [Tx, ...Tx[]]
  const committed = commitmentIn(coinbase)
  if (committed === null)
    return refuse(
      txs.some(({ witnesses }) => witnesses.length > 0),
      'unexpected-witness',
    )
  const [reserved, ...more] = coinbase.witnesses[0] ?? []
  refuse(reserved?.length !== 32 || more.length > 0, 'bad-witness-nonce-size')
  refuse(!witnessCommitment(others, reserved!).equals(committed), 'bad-witness-merkle-match')
}

/** Checks a transaction by itself. */
export function checkForm(tx: Tx): void {
  refuse(tx.vin.length === 0, 'bad-txns-vin-empty')
  refuse(tx.vout.length === 0, 'bad-txns-vout-empty')
  refuse(
    tx.vout.some(({ value }) => value < 0n || value > maxMoney),
    'bad-txns-vout-toolarge',
  )
  refuse(tx.vout.reduce((sum, { value }) => sum + value, 0n) > maxMoney, 'bad-txns-txouttotal-toolarge')
  const spent = tx.vin.map(({ txid, vout }) => outpoint(txid, vout))
  refuse(new Set(spent).size < spent.length, 'bad-txns-inputs-duplicate')
}

/** The fee of a valid transaction in a block at this position, spending these coins. */
export function checkSpend(tx: Tx, coins: Coins, place: Place, verify = true): bigint {
  refuse(!isFinal(tx, place), 'bad-txns-nonfinal')
  let paid = 0n
  const spent = tx.vin.map(({ txid, vout, sequence }) => {
    const coin = coins.get(outpoint(txid, vout))
    if (coin === undefined) throw new RpcError(-25, 'bad-txns-inputs-missingorspent')
    refuse(coin.coinbase && place.height - coin.height < maturity, 'bad-txns-premature-spend-of-coinbase')
    refuse(tx.version >= 2 && !isOldEnough(coin, sequence, place), 'non-BIP68-final')
    paid += coin.value
    return coin
  })
  const fee = paid - tx.vout.reduce((sum, { value }) => sum + value, 0n)
  refuse(fee < 0n, 'bad-txns-in-belowout')
  if (verify) checkSignatures(tx, spent)
  return fee
}

const timesFrom = 500_000_000

function isFinal({ lockTime, vin }: Tx, { height, medianTime }: Place): boolean {
  if (lockTime < (lockTime < timesFrom ? height : medianTime)) return true
  return vin.every(({ sequence }) => sequence === 0xffff_ffff)
}

/** BIP-68: an input may require a certain age of its coin, in blocks or in units of 512 seconds. */
function isOldEnough(coin: Coin, sequence: number, { height, medianTime, timeAt }: Place): boolean {
  if (sequence >= 0x8000_0000) return true
  const age = sequence & 0xffff
  if ((sequence & 0x40_0000) === 0) return height - coin.height >= age
  return medianTime - timeAt(Math.max(0, coin.height - 1)) >= age * 512
}

/** This chain's wallets use P2WPKH only; any other script could be spent here without a check, so it is refused. */
function checkSignatures(tx: Tx, spent: readonly Coin[]): void {
  const read = Transaction.fromRaw(tx.raw, {
    allowUnknownInputs: true,
    allowUnknownOutputs: true,
    disableScriptCheck: true,
  })
  for (const [i, coin] of spent.entries()) {
    const [signature, publicKey, ...more] = tx.witnesses[i] ?? []
    const isRight =
      tx.vin[i]!.script.length === 0 &&
      signature !== undefined &&
      publicKey?.length === 33 &&
      more.length === 0 &&
      isSigned(read, i, coin, signature, publicKey)
    refuse(!isRight, 'mandatory-script-verify-flag-failed')
  }
}

function isSigned(read: Transaction, i: number, coin: Coin, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.at(-1) !== SigHash.ALL) return false
  try {
    if (!Buffer.from(p2wpkh(publicKey).script).equals(coin.script)) return false
    const digest = read.preimageWitnessV0(i, p2pkh(publicKey).script, SigHash.ALL, coin.value)
    return secp256k1.verify(signature.slice(0, -1), digest, publicKey, { prehash: false, lowS: true, format: 'der' })
  } catch {
    return false
  }
}

export function checkReward({ txs }: Block, height: number, fees: bigint): void {
  const reward = txs[0]!.vout.reduce((sum, { value }) => sum + value, 0n)
  refuse(reward > subsidyAt(height) + fees, 'bad-cb-amount')
}
