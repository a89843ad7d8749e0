import { createHash } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { Address, OutScript, p2pkh, p2wpkh, SigHash, TEST_NETWORK, Transaction } from '@scure/btc-signer'
import { scriptOf } from './address.ts'

// For tests alone: a chain of blocks and a mempool that verify every signature and replace by fee as BIP-125 says.

export type Out = { txid: string; n: number; value: bigint; script: Uint8Array; address: string }
type In = { txid: string; vout: number; sequence: number }
export type Tx = { txid: string; vin: In[]; vout: Out[]; fee: bigint; vsize: number }
export type Block = { hash: string; height: number; time: number; txs: Tx[] }
export type Ledger = { blocks: Block[]; mempool: Map<string, Tx>; forks: number; onTx: (tx: Tx) => void }

/** The node's answer to what it does not want. */
export class RpcFault extends Error {
  readonly code: number
  constructor(code: number, message: string) {
    super(message)
    this.code = code
  }
}

/** A key that everybody knows: it has all coins at first. */
const minerKey = new Uint8Array(32).fill(1)
const regtest = { ...TEST_NETWORK, bech32: 'bcrt' }
const miner = p2wpkh(secp256k1.getPublicKey(minerKey), regtest)

export function newLedger(): Ledger {
  const ledger: Ledger = { blocks: [], mempool: new Map(), forks: 0, onTx: () => {} }
  const txid = createHash('sha256').update('the first coins').digest('hex')
  const vout = Array.from({ length: 20 }, (_, n) => outOf(txid, n, miner.script, 100_00000000n))
  addBlock(ledger, [])
  addBlock(ledger, [{ txid, vin: [], vout, fee: 0n, vsize: 100 }])
  for (let n = 0; n < 5; n += 1) addBlock(ledger, [])
  return ledger
}

export const tipOf = ({ blocks }: Ledger): Block => blocks.at(-1)!
export const mined = ({ blocks }: Ledger): Tx[] => blocks.flatMap(({ txs }) => txs)
export const everything = (ledger: Ledger): Tx[] => [...mined(ledger), ...ledger.mempool.values()]

export const blockOf = ({ blocks }: Ledger, txid: string): Block | undefined =>
  blocks.find(({ txs }) => txs.some((tx) => tx.txid === txid))

export const outputOf = (ledger: Ledger, { txid, vout }: Pick<In, 'txid' | 'vout'>): Out | undefined =>
  everything(ledger).find((tx) => tx.txid === txid)?.vout[vout]

export const isSpentBy = (txs: readonly Tx[], txid: string, n: number): boolean =>
  txs.some(({ vin }) => vin.some((input) => input.txid === txid && input.vout === n))

export function addBlock(ledger: Ledger, txs: Tx[]): void {
  const height = ledger.blocks.length
  const text = [height, ledger.forks, ...txs.map(({ txid }) => txid)].join('/')
  const hash = createHash('sha256').update(text).digest('hex')
  ledger.blocks.push({ hash, height, time: 1_700_000_000 + height * 600, txs })
  txs.forEach(ledger.onTx)
}

/** As wallets count: negative when something else has spent its coins. */
export function confirmations(ledger: Ledger, { txid, vin }: Tx): number {
  const { height } = tipOf(ledger)
  const block = blockOf(ledger, txid)
  if (block) return height - block.height + 1
  const rival = ledger.blocks.find(({ txs }) => vin.some((input) => isSpentBy(txs, input.txid, input.vout)))
  return rival ? rival.height - height - 1 : 0
}

/** Decodes and verifies; throws as the node would. Answers what it would replace, too. */
export function check(ledger: Ledger, raw: Uint8Array): { tx: Tx; replaces: Tx[] } {
  const tx = verified(ledger, Transaction.fromRaw(raw))
  if (tx.vout.some(({ value }) => value < 294n)) throw new RpcFault(-26, 'dust')
  if (tx.fee < BigInt(tx.vsize)) throw new RpcFault(-26, 'min relay fee not met')
  const pool = [...ledger.mempool.values()].filter(({ txid }) => txid !== tx.txid)
  const replaces = pool.filter((other) => tx.vin.some(({ txid, vout }) => isSpentBy([other], txid, vout)))
  const lost = replaces.reduce((sum, other) => sum + other.fee, 0n)
  const dearer = replaces.every((other) => tx.fee * BigInt(other.vsize) > other.fee * BigInt(tx.vsize))
  const willing = replaces.every(({ vin }) => vin.some(({ sequence }) => sequence <= 0xffff_fffd))
  if (replaces.length > 0 && (!willing || !dearer || tx.fee < lost + BigInt(tx.vsize)))
    throw new RpcFault(-26, 'insufficient fee, rejecting replacement')
  return { tx, replaces }
}

function verified(ledger: Ledger, read: Transaction): Tx {
  if (blockOf(ledger, read.id)) throw new RpcFault(-27, 'Transaction outputs already in utxo set')
  let paid = 0n
  const vin = Array.from({ length: read.inputsLength }, (_, i) => {
    const { txid: bytes, index, sequence, finalScriptWitness } = read.getInput(i)
    const input = { txid: Buffer.from(bytes!).toString('hex'), vout: index!, sequence: sequence! }
    const coin = outputOf(ledger, input)
    if (!coin || isSpentBy(mined(ledger), input.txid, input.vout))
      throw new RpcFault(-25, 'bad-txns-inputs-missingorspent')
    const [signature, publicKey] = finalScriptWitness ?? []
    if (!signature || !publicKey || !isRight(read, i, coin, signature, publicKey))
      throw new RpcFault(-26, 'mandatory-script-verify-flag-failed')
    paid += coin.value
    return input
  })
  const outputs = Array.from({ length: read.outputsLength }, (_, n) => read.getOutput(n))
  const vout = outputs.map(({ script, amount }, n) => outOf(read.id, n, script!, amount!))
  const fee = paid - vout.reduce((sum, { value }) => sum + value, 0n)
  return { txid: read.id, vin, vout, fee, vsize: read.vsize }
}

function isRight(read: Transaction, i: number, coin: Out, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (!Buffer.from(p2wpkh(publicKey).script).equals(coin.script) || signature.at(-1) !== SigHash.ALL) return false
  const digest = read.preimageWitnessV0(i, p2pkh(publicKey).script, SigHash.ALL, coin.value)
  return secp256k1.verify(signature.slice(0, -1), digest, publicKey, { prehash: false, lowS: true, format: 'der' })
}

export function accept(ledger: Ledger, raw: Uint8Array): string {
  const { tx, replaces } = check(ledger, raw)
  for (const { txid } of replaces) ledger.mempool.delete(txid)
  ledger.mempool.set(tx.txid, tx)
  ledger.onTx(tx)
  return tx.txid
}

export function mine(ledger: Ledger, count: number): void {
  for (let n = 0; n < count; n += 1) {
    addBlock(ledger, [...ledger.mempool.values()])
    ledger.mempool.clear()
  }
}

/** The newest blocks are replaced by one more without transactions; theirs wait again. */
export function reorg(ledger: Ledger, depth: number): void {
  const gone = ledger.blocks.splice(-depth)
  ledger.forks += 1
  for (const tx of gone.flatMap(({ txs }) => txs)) ledger.mempool.set(tx.txid, tx)
  for (let n = 0; n <= depth; n += 1) addBlock(ledger, [])
}

/** Somebody pays to an address: it waits in the mempool. */
export function pay(ledger: Ledger, address: string, value: bigint): string {
  const all = everything(ledger)
  const purse = all.flatMap(({ vout }) => vout).filter((out) => out.address === miner.address && out.value > 2n * value)
  const coin = purse.find((out) => !isSpentBy(all, out.txid, out.n))!
  const tx = new Transaction()
  tx.addInput({ txid: coin.txid, index: coin.n, witnessUtxo: { script: miner.script, amount: coin.value } })
  tx.addOutput({ script: scriptOf(address, 'uat')!, amount: value })
  tx.addOutput({ script: miner.script, amount: coin.value - value - 1_000n })
  tx.sign(minerKey)
  tx.finalize()
  return accept(ledger, tx.extract())
}

function outOf(txid: string, n: number, script: Uint8Array, value: bigint): Out {
  return { txid, n, value, script, address: Address(regtest).encode(OutScript.decode(script)) }
}
