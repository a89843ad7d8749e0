import { chains } from '@specie/protocol/chains.ts'

/** `ETH` → «Ethereum». */
export const chainName = (code: string): string => (code in chains ? chains[code as keyof typeof chains].name : code)

/** A ratio with four decimals in per cent, without rounding: `1.0123` → `101.23 %`. */
export function percent(ratio: string): string {
  const [whole = '0', fraction = ''] = ratio.split('.')
  const digits = fraction.padEnd(4, '0')
  return `${Number(whole + digits.slice(0, 2)).toLocaleString('en')}.${digits.slice(2, 4)} %`
}
