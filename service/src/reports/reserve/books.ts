import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Closing } from '../../ledger/explorer/closing.ts'

export type Books = {
  /** A balance at an instant; without such an account, nothing. */
  at(kind: string, asset: AssetCode, instant: Date, owner?: string): Closing
}

export function booksOf(all: readonly Closing[]): Books {
  const keyOf = (kind: string, owner: string, asset: string, at: Date) => `${kind} ${owner} ${asset} ${at.getTime()}`
  const found = new Map(all.map((one) => [keyOf(`${one.pool}/${one.name}`, one.owner, one.asset, one.instant), one]))
  return {
    at: (kind, asset, instant, owner = '') => {
      const [pool, name] = kind.split('/') as [string, string]
      const none = { pool, name, owner, asset, instant, version: 0n, balance: 0n }
      return found.get(keyOf(kind, owner, asset, instant)) ?? none
    },
  }
}
