import type { Uat } from '../programs/uat.ts'

// UAT's Bitcoin, read by plain JSON-RPC.

export async function askBitcoin(uat: Uat, method: string, ...params: unknown[]): Promise<any> {
  const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params })
  const response = await fetch(`${uat.devnet!.origin}/BTC`, { method: 'POST', body })
  const { result, error } = (await response.json()) as { result: unknown; error: { message: string } | null }
  if (error) throw new Error(`${method}: ${error.message}`)
  return result
}

/** The unspent amount of an address in its blocks, in satoshis. */
export async function unspentOf(uat: Uat, address: string): Promise<bigint> {
  let sum = 0n
  for (let height = await askBitcoin(uat, 'getblockcount'); height > 0; height -= 1) {
    const block = await askBitcoin(uat, 'getblockhash', height)
    const { tx } = await askBitcoin(uat, 'getblock', block)
    for (const txid of tx.slice(1)) sum += await unspentIn(uat, txid, block, address)
  }
  return sum
}

async function unspentIn(uat: Uat, txid: string, block: string, address: string): Promise<bigint> {
  const { vout } = await askBitcoin(uat, 'getrawtransaction', txid, 2, block)
  let sum = 0n
  for (const { n, value, scriptPubKey } of vout) {
    const isThere = scriptPubKey.address === address && (await askBitcoin(uat, 'gettxout', txid, n, false)) !== null
    if (isThere) sum += BigInt(Math.round(value * 1e8))
  }
  return sum
}
