import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '@specie/test/database.ts'

/** A transfer for a test; without a sender it is a mint, without a recipient a burn. */
export type Moved = {
  chain?: string
  asset?: string
  at: string
  from?: string | null
  to?: string | null
  amount: bigint
}

/** A coin on a chain, read completely up to a time. */
export async function readCoin({ owner }: TestDatabase, chain: string, asset: string, readUntil: string) {
  await owner.query(
    `insert into chains.contract (chain, asset, address, created_at) values ($1, $2, $3, now()) on conflict do nothing`,
    [chain, asset, `contract of ${asset}`],
  )
  await owner.query(
    `insert into chains.coin_reading (chain, asset, start, cursor, height, read_until) values ($1, $2, 0, '{}', 1000, $3)
     on conflict (chain, asset) do update set read_until = excluded.read_until`,
    [chain, asset, readUntil],
  )
}

let height = 0

export async function moved({ owner }: TestDatabase, ...transfers: Moved[]): Promise<void> {
  for (const { chain = 'ETH', asset = 'VCHF', at, from = null, to = null, amount } of transfers) {
    await owner.query(
      `insert into chains.coin_transfer (chain, asset, txid, index, height, at, sender, recipient, amount)
       values ($1, $2, $3, 0, $4, $5, $6, $7, $8)`,
      [chain, asset, randomUUID(), (height += 1), at, from, to, amount],
    )
  }
}
