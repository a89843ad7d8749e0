import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Found } from './look-up.ts'
import { compared, type Party } from './party.ts'
import { opened, stored } from './private.ts'

// Pairs of a party and an entry. Each pair is stored once, with the decision of two people about it.

export const hitStates = ['open', 'cleared', 'confirmed'] as const
export type HitState = (typeof hitStates)[number]

/** A party that matches an entry, before it is stored. */
export type Pair = {
  readonly party: Party
  readonly partyHash: string
  /** The person whose key seals it; null: not sealed. */
  readonly sealedFor: string | null
  readonly found: Found
}

/** `isNew`: the pair was not known before. */
export type Hit = Pair & { readonly id: string; readonly state: HitState; readonly isNew: boolean }

const keyOf = (partyHash: string, entryHash: string): string => `${partyHash} ${entryHash}`

/** Stores the pairs that are not known yet, and returns those that two people have not cleared. */
export async function storePairs(env: Env, tx: Tx, pairs: readonly Pair[]): Promise<Hit[]> {
  if (pairs.length === 0) return []
  const byKey = new Map(pairs.map((pair) => [keyOf(pair.partyHash, pair.found.hash), pair]))
  // In one order, so that two transactions do not wait for each other.
  const unique = [...byKey].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, pair]) => pair)
  const known = await statesOf(tx, unique)
  const isNew = ({ partyHash, found }: Pair) => !known.has(keyOf(partyHash, found.hash))
  for (const pair of unique.filter(isNew)) await insert(env, tx, pair)
  const states = unique.some(isNew) ? await statesOf(tx, unique) : known
  return [...byKey].flatMap(([key, pair]) => {
    const { id, state } = states.get(key)!
    return state === 'cleared' ? [] : [{ ...pair, id, state, isNew: !known.has(key) }]
  })
}

async function statesOf(tx: Tx, pairs: readonly Pair[]): Promise<Map<string, Pick<Hit, 'id' | 'state'>>> {
  const rows = await tx.query<{ id: string; party_hash: string; entry_hash: string; state: HitState }>(
    `select id, party_hash, entry_hash, state from compliance.hit
     where (party_hash, entry_hash) in (select * from unnest($1::text[], $2::text[]))`,
    [pairs.map(({ partyHash }) => partyHash), pairs.map(({ found }) => found.hash)],
  )
  return new Map(rows.map(({ id, state, ...pair }) => [keyOf(pair.party_hash, pair.entry_hash), { id, state }]))
}

async function insert(env: Env, tx: Tx, { party, partyHash, sealedFor, found }: Pair): Promise<void> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const { content, sealed } = await stored(env, tx, sealedFor, contextOf(id), {
    party: compared(party),
    why: found.why,
    name: found.name,
  } satisfies Content)
  await tx.query(
    `insert into compliance.hit (id, party_hash, entry_hash, entry_id, score, content, sealed, sealed_for, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9) on conflict (party_hash, entry_hash) do nothing`,
    [id, partyHash, found.hash, found.id, found.score, content, sealed, sealed === null ? null : sealedFor, at],
  )
}

const contextOf = (id: string): string => `hit ${id}`

export type HitRow = {
  readonly id: string
  readonly party_hash: string
  readonly entry_id: string
  readonly score: number
  readonly state: HitState
  readonly maker: string | null
  readonly checker: string | null
  readonly decided_at: Date | null
  readonly created_at: Date
  /** Of a natural person of a KYB case. */
  readonly is_private: boolean
  /** Null once the person was erased. */
  readonly content: Content | null
}

/** `name`: of the entry. */
type Content = { readonly party: Party; readonly why: readonly string[]; readonly name: string | null }

/** Hits with their content, best first. `where`: SQL over `h`. */
export async function readHits(env: Env, sql: Sql, where: string, values: readonly unknown[]): Promise<HitRow[]> {
  type Row = Omit<HitRow, 'content' | 'is_private'> & {
    content: unknown
    sealed: Buffer | null
    sealed_for: string | null
  }
  const rows = await sql.query<Row>(
    `select id, party_hash, entry_id, score::float8 as score, state, maker, checker, decided_at, created_at, content, sealed,
       sealed_for from compliance.hit h where ${where} order by h.score desc, h.id limit 500`,
    [...values],
  )
  const contents = await opened<Content>(env, sql, rows, (row) => contextOf(rows[row]!.id))
  return rows.map(({ sealed: _sealed, sealed_for, ...row }, i) => ({
    ...row,
    is_private: sealed_for !== null,
    content: contents[i] ?? null,
  }))
}
