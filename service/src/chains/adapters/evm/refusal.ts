import { coinAbi } from '@specie/token/abi.gen.ts'
import { type Abi, BaseError, decodeErrorResult, type Hex, isHex, RpcRequestError } from 'viem'

/** Typed loosely: errors without arguments and Solidity's own errors are handled alike. */
const abi: Abi = coinAbi

/** The revert reason of a contract: `AccountFrozen(account: 0x…)`. Null for any other error. */
export function revertReason(error: unknown): string | null {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  if (!(answer instanceof RpcRequestError)) return null
  if (answer.code !== 3 && !/execution reverted/i.test(answer.details)) return null
  const data = revertData(answer.data)
  return data === null ? answer.details : describe(data)
}

/** Most nodes return the bytes, some an object that contains them. */
function revertData(data: unknown): Hex | null {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return isHex(found) && found !== '0x' ? found : null
}

function describe(data: Hex): string {
  try {
    const { errorName, args = [], abiItem } = decodeErrorResult({ abi, data })
    if (errorName === 'Error') return String(args[0])
    const inputs = 'inputs' in abiItem ? (abiItem.inputs ?? []) : []
    const values = args.map((value, i) => (inputs[i]?.name ? `${inputs[i].name}: ${String(value)}` : String(value)))
    return `${errorName}(${values.join(', ')})`
  } catch {
    return `an unknown error of this coin: ${data}`
  }
}
