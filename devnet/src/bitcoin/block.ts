import { CompactSize, RawTx } from '@scure/btc-signer'
import { RpcError } from '../rpc.ts'
import { hash256, hashBytes, shown, type Tx, txOf } from './transaction.ts'

// Blocks of Bitcoin's regtest: real headers with their proof of work, merkle roots and witness commitments.

export type Header = {
  readonly version: number
  readonly previous: string
  readonly merkleRoot: string
  readonly time: number
  readonly bits: number
  readonly nonce: number
}

export type Block = Header & { readonly hash: string; readonly txs: readonly Tx[] }

/** Every second hash qualifies: regtest's proof of work is a formality. */
export const easiestBits = 0x207f_ffff

function headerBytes({ version, previous, merkleRoot, time, bits, nonce }: Header): Buffer {
  const bytes = Buffer.alloc(80)
  bytes.writeInt32LE(version, 0)
  hashBytes(previous).copy(bytes, 4)
  hashBytes(merkleRoot).copy(bytes, 36)
  bytes.writeUInt32LE(time, 68)
  bytes.writeUInt32LE(bits, 72)
  bytes.writeUInt32LE(nonce, 76)
  return bytes
}

const hashOf = (header: Header): string => shown(hash256(headerBytes(header)))

export const hasWork = (hash: string): boolean => BigInt(`0x${hash}`) <= 0x7fffffn << 232n

/** Finds the nonce of a header's proof of work. */
export function mined(header: Omit<Header, 'nonce'>, txs: readonly Tx[]): Block {
  for (let nonce = 0; ; nonce += 1) {
    const hash = hashOf({ ...header, nonce })
    if (hasWork(hash)) return { ...header, nonce, hash, txs }
  }
}

/** `isMutated`: two equal neighbours, with which another list of transactions would have the same root (CVE-2012-2459). */
export function merkleRoot(ids: readonly string[]): { root: string; isMutated: boolean } {
  let level = ids.map(hashBytes)
  let isMutated = false
  while (level.length > 1) {
    const next: Buffer[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i]!, level[i + 1]]
      if (right?.equals(left)) isMutated = true
      next.push(hash256(Buffer.concat([left, right ?? left])))
    }
    level = next
  }
  return { root: shown(level[0] ?? Buffer.alloc(32)), isMutated }
}

const commitmentPrefix = Buffer.from('6a24aa21a9ed', 'hex')

/** The root over all transactions with their signatures, where the coinbase counts as zero. */
export function witnessCommitment(txs: readonly Pick<Tx, 'wtxid'>[], reserved: Uint8Array): Buffer {
  const { root } = merkleRoot(['00'.repeat(32), ...txs.map(({ wtxid }) => wtxid)])
  return Buffer.concat([commitmentPrefix, hash256(Buffer.concat([hashBytes(root), reserved]))])
}

/** The last output of the coinbase in the form of a commitment. */
export function commitmentIn({ vout }: Tx): Uint8Array | null {
  const found = vout.findLast(({ script }) => script.length >= 38 && commitmentPrefix.equals(script.subarray(0, 6)))
  return found ? found.script.subarray(0, 38) : null
}

/** The height as a script pushes it (BIP-34). */
export function heightPush(height: number): Buffer {
  if (height === 0) return Buffer.from([0])
  if (height <= 16) return Buffer.from([0x50 + height])
  const bytes: number[] = []
  for (let rest = height; rest > 0; rest >>= 8) bytes.push(rest & 0xff)
  if (bytes.at(-1)! & 0x80) bytes.push(0)
  return Buffer.from([bytes.length, ...bytes])
}

/** The block reward at this height; it halves every 150 blocks on regtest. */
export const subsidyAt = (height: number): bigint => 50_00000000n >> BigInt(Math.floor(height / 150))

export function writeBlock(block: Block): Buffer {
  return Buffer.concat([
    headerBytes(block),
    CompactSize.encode(BigInt(block.txs.length)),
    ...block.txs.map(({ raw }) => raw),
  ])
}

/** Throws like a node on bytes that are not a block. */
export function readBlock(bytes: Buffer): Block {
  try {
    const header = readHeader(bytes)
    const { count, at } = compactAt(bytes, 80)
    const txs: Tx[] = []
    let from = at
    for (let n = 0; n < count; n += 1) {
      const tx = firstTx(bytes.subarray(from))
      txs.push(tx)
      from += tx.raw.length
    }
    if (from !== bytes.length) throw new Error('bytes are left over')
    return { ...header, hash: hashOf(header), txs }
  } catch {
    throw new RpcError(-22, 'Block decode failed')
  }
}

function readHeader(bytes: Buffer): Header {
  return {
    version: bytes.readInt32LE(0),
    previous: shown(bytes.subarray(4, 36)),
    merkleRoot: shown(bytes.subarray(36, 68)),
    time: bytes.readUInt32LE(68),
    bits: bytes.readUInt32LE(72),
    nonce: bytes.readUInt32LE(76),
  }
}

function compactAt(bytes: Buffer, at: number): { count: number; at: number } {
  const first = bytes.readUInt8(at)
  if (first < 0xfd) return { count: first, at: at + 1 }
  return first === 0xfd
    ? { count: bytes.readUInt16LE(at + 1), at: at + 3 }
    : { count: bytes.readUInt32LE(at + 1), at: at + 5 }
}

/** The encoding of a transaction has no length. It is decoded, and encoded again. */
function firstTx(bytes: Uint8Array): Tx {
  return txOf(RawTx.decode(bytes, { allowUnreadBytes: true }))
}

const genesisCoinbase =
  '01000000010000000000000000000000000000000000000000000000000000000000000000ffffffff4d04ffff001d0104455468652054696d' +
  '65732030332f4a616e2f32303039204368616e63656c6c6f72206f6e206272696e6b206f66207365636f6e64206261696c6f757420666f7220' +
  '62616e6b73ffffffff0100f2052a01000000434104678afdb0fe5548271967f1a67130b7105cd6a828e03909a67962e0ea1f61deb649f6bc3f' +
  '4cef38c4f35504e51ec112de5c384df7ba0b8d578a4c702b6bf11d5fac00000000'

/** The genesis block of every regtest. */
export function genesis(): Block {
  const coinbase = firstTx(Buffer.from(genesisCoinbase, 'hex'))
  const header = { version: 1, previous: '00'.repeat(32), time: 1_296_688_602, bits: easiestBits, nonce: 2 }
  const whole = { ...header, merkleRoot: coinbase.txid }
  return { ...whole, hash: hashOf(whole), txs: [coinbase] }
}
