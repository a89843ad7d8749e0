import { coinAbi } from '@specie/token/abi.gen.ts'
import { type Abi, BaseError, decodeErrorResult, type Hex, isHex, RpcRequestError } from 'viem'

/** Errors without arguments, and those of Solidity itself, are all the same here. */
const abi: Abi = coinAbi

/** Why a contract refused a call, in its own words: `AccountFrozen(account: 0x…)`. Null when it is something else. */
export function revertReason(error: unknown): string | null {
  const answer = error instanceof BaseError ? error.walk((cause) => cause instanceof RpcRequestError) : null
  if (!(answer instanceof RpcRequestError)) return null
  if (answer.code !== 3 && !/execution reverted/i.test(answer.details)) return null
  const data = revertData(answer.data)
  return data === null ? answer.details : inWords(data)
}

/** Most nodes give the bytes themselves, some an object with them. */
function revertData(data: unknown): Hex | null {
  const found = typeof data === 'object' && data !== null && 'data' in data ? data.data : data
  return isHex(found) && found !== '0x' ? found : null
}

function inWords(data: Hex): string {
  try {
    const { errorName, args = [], abiItem } = decodeErrorResult({ abi, data })
    if (errorName === 'Error') return String(args[0])
    const inputs = 'inputs' in abiItem ? (abiItem.inputs ?? []) : []
    const told = args.map((value, i) => (inputs[i]?.name ? `${inputs[i].name}: ${String(value)}` : String(value)))
    return `${errorName}(${told.join(', ')})`
  } catch {
    return `an error that this coin does not have: ${data}`
  }
}
