import { useCall } from '../api/use-call.ts'

/** The available balance of each asset; null until it is known. */
export function useBalances(): ((asset: string) => string) | null {
  const { data } = useCall('accountBalance', {})
  if (data === undefined) return null
  return (asset) => data.balances.find((one) => one.asset === asset)?.available ?? '0'
}
