import { useParams } from '@tanstack/react-router'

/** The chain in the path, as the service spells it. */
export const useChain = (): string => String(useParams({ strict: false })['chain']).toUpperCase()

export const count = (number: number): string => number.toLocaleString('en')
