import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import { coinAbi } from '@specie/token/abi.gen.ts'
import {
  decodeEventLog,
  decodeFunctionData,
  getAddress,
  type Hex,
  type Log,
  type Transaction,
  type TransactionReceipt,
} from 'viem'
import type { WatchIndex } from '../../chains/adapters/evm/movements.ts'
import type { Step } from '@specie/protocol/sandbox/explorer.ts'

// The calls and events of a transaction of an EVM chain, by the names in our coins' contract. Other contracts use the
// same names for common token functions.

/** The coin that pays fees. */
export const nativeCoin = (code: ChainCode): string => (['AVAX', 'POL', 'CELO'].includes(code) ? code : 'ETH')

type Called = { functionName: string; args?: readonly unknown[] | undefined }

function calledBy(input: Hex): Called | null {
  try {
    return decodeFunctionData({ abi: coinAbi, data: input })
  } catch {
    return null // a function that our coins do not have
  }
}

/** `transferWithAuthorization` → «Transfer with authorization». */
const inWords = (name: string): string => {
  const words = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1 $2').toLowerCase()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function titleOf({ to, input }: Transaction): string {
  if (to === null) return 'New contract'
  if (input === '0x') return 'Payment'
  return inWords(calledBy(input)?.functionName ?? 'call')
}

export function stepsOf(
  { to, input }: Transaction,
  receipt: TransactionReceipt | null,
  { assets: known }: WatchIndex,
): Step[] {
  const assetAt = (address: string) => known.get(address.toLowerCase())
  const call = to === null || input === '0x' ? [] : [callStep(getAddress(to), input, assetAt(to))]
  return [...call, ...(receipt?.logs ?? []).map((log) => eventStep(log, assetAt(log.address)))]
}

function callStep(to: string, input: Hex, asset: AssetCode | undefined): Step {
  const called = calledBy(input)
  if (called === null)
    return {
      name: 'Call',
      at: to,
      fields: [{ name: 'data', value: `${input.slice(0, 74)}${input.length > 74 ? '…' : ''}` }],
    }
  const item = coinAbi.find((one) => one.type === 'function' && one.name === called.functionName)
  const names = item && 'inputs' in item ? item.inputs.map(({ name }) => name) : []
  const fields = (called.args ?? []).map((value, i) => fieldOf(names[i] ?? String(i), value, asset))
  return { name: inWords(called.functionName), at: to, fields }
}

function eventStep(log: Log, asset: AssetCode | undefined): Step {
  try {
    const { eventName, args } = decodeEventLog({ abi: coinAbi, topics: log.topics, data: log.data })
    const fields = Object.entries(args ?? {}).map(([name, value]) => fieldOf(name, value, asset))
    return { name: `Event: ${inWords(eventName)}`, at: getAddress(log.address), fields }
  } catch {
    return { name: 'Event', at: getAddress(log.address), fields: [{ name: 'topic', value: log.topics[0] ?? '' }] } // not one of ours
  }
}

const isAmount = (name: string): boolean => /^(amount|value)$/.test(name)

function fieldOf(name: string, value: unknown, asset: AssetCode | undefined): Step['fields'][number] {
  const isMoney = typeof value === 'bigint' && asset !== undefined && isAmount(name)
  const text = isMoney
    ? `${formatMinor(value, assets[asset].decimals)} ${asset}`
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? String(one) : one)).replaceAll('"', '')
  return { name: inWords(name), value: text }
}
