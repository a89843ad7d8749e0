import { createHash } from 'node:crypto'
import { RawTx } from '@scure/btc-signer'
import { RpcError } from '../rpc.ts'

// Transactions as bytes and back, with their two ids: the txid omits the signatures, the wtxid includes them.

/** Bytes in Bitcoin's display order of a hash: reversed. */
export const shown = (hash: Uint8Array): string => Buffer.from(hash.toReversed()).toString('hex')
export const hashBytes = (text: string): Buffer => Buffer.from(Buffer.from(text, 'hex').toReversed())

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
export const hash256 = (bytes: Uint8Array): Buffer => sha256(sha256(bytes))

export type Input = {
  readonly txid: string
  readonly vout: number
  readonly sequence: number
  readonly script: Uint8Array
}
export type Output = { readonly value: bigint; readonly script: Uint8Array }

export type Tx = {
  readonly txid: string
  readonly wtxid: string
  readonly raw: Uint8Array
  readonly version: number
  readonly lockTime: number
  readonly vin: readonly Input[]
  readonly vout: readonly Output[]
  /** One stack for each input, or none at all. */
  readonly witnesses: readonly (readonly Uint8Array[])[]
  /** Weight: four times the size without signatures, plus the signatures once. */
  readonly weight: number
}

export const vsizeOf = ({ weight }: Pick<Tx, 'weight'>): number => Math.ceil(weight / 4)

/** The id of one output. */
export const outpoint = (txid: string, vout: number): string => `${txid}:${vout}`

const nothing = '00'.repeat(32)
export const isCoinbase = ({ vin }: Pick<Tx, 'vin'>): boolean =>
  vin.length === 1 && vin[0]!.txid === nothing && vin[0]!.vout === 0xffff_ffff

type Raw = ReturnType<typeof RawTx.decode>

/** Throws like a node on bytes that are not a transaction. */
export function readTx(bytes: Uint8Array): Tx {
  try {
    return txOf(RawTx.decode(bytes))
  } catch {
    throw new RpcError(-22, 'TX decode failed. Make sure the tx has at least one input.')
  }
}

export function txOf(read: Raw): Tx {
  const raw = RawTx.encode(read)
  const bare = RawTx.encode({ ...read, segwitFlag: false, witnesses: undefined })
  return {
    txid: shown(hash256(bare)),
    wtxid: shown(hash256(raw)),
    raw,
    version: read.version,
    lockTime: read.lockTime,
    // The library reads ids in display order.
    vin: read.inputs.map(({ txid, index, sequence, finalScriptSig }) => ({
      txid: Buffer.from(txid).toString('hex'),
      vout: index,
      sequence,
      script: finalScriptSig,
    })),
    vout: read.outputs.map(({ amount, script }) => ({ value: amount, script })),
    witnesses: read.witnesses ?? [],
    weight: bare.length * 3 + raw.length,
  }
}
