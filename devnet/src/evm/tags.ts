import { toHex } from 'viem/utils'

/** EDR takes `safe` and `finalized` for the latest block: here they are the blocks at their depth. */
export function withDepths(params: unknown[], head: number, depths: { safe: number; finalized: number }): unknown[] {
  const number = (param: unknown): unknown =>
    param === 'safe' || param === 'finalized' ? toHex(Math.max(0, head - depths[param])) : param
  return params.map((param) => {
    if (typeof param !== 'object' || param === null) return number(param)
    const { fromBlock, toBlock } = param as { fromBlock?: unknown; toBlock?: unknown }
    const range = {
      ...(fromBlock === undefined ? {} : { fromBlock: number(fromBlock) }),
      ...(toBlock === undefined ? {} : { toBlock: number(toBlock) }),
    }
    return Array.isArray(param) ? param : { ...param, ...range }
  })
}
