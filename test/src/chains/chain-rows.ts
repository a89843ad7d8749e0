import { randomBytes, randomUUID } from 'node:crypto'
import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql } from '@specie/service/base/database/db.ts'

// Rows of the watcher, written by the test: for tests of their readers, without a chain (the sender's part: sender.ts).

const hex = (bytes: number): string => `0x${randomBytes(bytes).toString('hex')}`

export const txidOf = (): string => hex(32)
export const walletOf = (): string => hex(20)

/** An omnibus wallet on the chain and free deposit addresses of its family. Returns the wallet. */
export async function equip(sql: Sql, chain: ChainCode, free: number): Promise<string> {
  const omnibus = walletOf()
  await sql.query(`insert into chains.wallet (chain, key, address) values ($1, 'omnibus', $2)`, [chain, omnibus])
  await sql.query(
    `insert into chains.deposit_address (family, index, address)
     select 'evm', coalesce(max(index), -1) + n.n, '0x' || substr(replace(gen_random_uuid()::text || gen_random_uuid(), '-', ''), 1, 40)
     from chains.deposit_address right join generate_series(1, $1::integer) n (n) on true group by n.n`,
    [free],
  )
  await head(sql, chain, 1n)
  return omnibus
}

/** The chain has been read up to here. */
export async function head(sql: Sql, chain: ChainCode, latest: bigint): Promise<void> {
  await sql.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at) values ($1, '{}', $2::numeric, $2::numeric - 8, now())
     on conflict (chain) do update set latest = excluded.latest, final = excluded.final`,
    [chain, latest],
  )
}

export type Seen = {
  chain?: ChainCode
  txid?: string
  index?: number
  asset?: AssetCode
  kind?: 'transfer' | 'mint'
  from?: string | null
  to: string
  amount: bigint
  block?: string
  height?: bigint
  state?: 'seen' | 'final'
}

/** A movement that the watcher has found in a block. */
export async function seen(sql: Sql, one: Seen): Promise<Required<Pick<Seen, 'txid' | 'block'>>> {
  const { txid = txidOf(), block = hex(32), kind = 'transfer' } = one
  await sql.query(
    `insert into chains.movement (id, chain, txid, index, height, block, kind, asset, sender, recipient, amount,
       request_id, state, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, clock_timestamp(), clock_timestamp())`,
    [
      randomUUID(),
      one.chain ?? 'ETH',
      txid,
      one.index ?? 0,
      one.height ?? 1n,
      block,
      kind,
      one.asset ?? 'VCHF',
      kind === 'mint' ? null : (one.from ?? walletOf()),
      one.to,
      one.amount,
      kind === 'mint' ? hex(32) : null,
      one.state ?? 'seen',
    ],
  )
  return { txid, block }
}

/** The watcher finds that a movement has become final, has disappeared, or has returned. */
export async function becomes(sql: Sql, block: string, state: 'seen' | 'final' | 'orphaned'): Promise<void> {
  await sql.query(
    'update chains.movement set state = $2, unread = true, updated_at = clock_timestamp() where block = $1',
    [block, state],
  )
}
