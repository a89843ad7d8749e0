import { chains } from '@specie/protocol/chains.ts'

/** `ETH` → «Ethereum». */
export const chainName = (code: string): string => (code in chains ? chains[code as keyof typeof chains].name : code)
