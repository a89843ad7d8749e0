import type { AssetCode } from '@specie/protocol/assets.ts'
import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'

// Items that can be put on hold. They belong to rooms on this floor and above; each room declares its kinds in its
// room.ts (held).

/** The details of an item for the people who decide. Amounts are in minor units. */
export type HoldDetails = {
  readonly id: string
  readonly institution_id: string | null
  readonly state: string
  readonly created_at: Date
  /** Null for a rail, which has no amount of its own. */
  readonly asset: AssetCode | null
  readonly amount: bigint | null
  readonly fee: bigint | null
  readonly fee_asset: AssetCode | null
  readonly blockchain: string | null
  /** An address or account number, and the institution's label for it. */
  readonly destination: string | null
  readonly destination_label: string | null
  /** The names of the other parties, which are compared with the watchlists. */
  readonly parties: readonly string[]
  /** The countries that its parties have named; that of an account is in its number. */
  readonly countries: readonly string[]
  /** The amount taken from the institution's balance and still kept; null: none. */
  readonly kept: bigint | null
  readonly kept_asset: AssetCode | null
  readonly kept_in: 'pending' | 'held' | null
}

/** The details of these items of one kind, by id. */
export async function holdDetailsOf(
  { runtime, db }: Pick<Env, 'runtime'> & { readonly db: Sql },
  kind: HeldKind,
  ids: readonly string[],
): Promise<Map<string, HoldDetails>> {
  if (ids.length === 0) return new Map()
  const { columns, from } = runtime.rooms.held[kind].details
  const text = `select * from (select ${columns} from ${from}) details where id = any($1::uuid[])`
  return new Map((await db.query<HoldDetails>(text, [ids])).map((details) => [details.id, details]))
}

/** The latest `limit` items of one kind of an institution since a time, newest first. */
export function latestHoldDetails(
  { runtime, db }: Pick<Env, 'runtime' | 'db'>,
  kind: HeldKind,
  institutionId: string,
  since: Date,
  limit: number,
): Promise<HoldDetails[]> {
  const { columns, from } = runtime.rooms.held[kind].details
  return db.query<HoldDetails>(
    `select * from (select ${columns} from ${from}) details where institution_id = $1 and created_at >= $2
     order by created_at desc, id desc limit $3`,
    [institutionId, since, limit],
  )
}

/** The items of one kind of an institution in one of these states. */
export function holdDetailsUnderWay(
  { runtime, db }: Pick<Env, 'runtime'> & { readonly db: Sql },
  kind: HeldKind,
  institutionId: string,
  states: readonly string[],
): Promise<HoldDetails[]> {
  const { columns, from } = runtime.rooms.held[kind].details
  return db.query<HoldDetails>(
    `select * from (select ${columns} from ${from}) details where institution_id = $1 and state = any($2) order by id`,
    [institutionId, states],
  )
}

export type HeldItem = { kind: HeldKind; id: string; institution_id: string | null; state: string }

/** Finds the item with this id, of any kind, and locks it. Ids are unique across kinds. */
export async function lockHeldItem({ runtime }: Env, tx: Tx, id: string): Promise<HeldItem | null> {
  for (const kind of heldKinds) {
    const [row] = await tx.query<Omit<HeldItem, 'kind'>>(
      `select id, institution_id, state from ${runtime.rooms.held[kind].table} where id = $1 for update`,
      [id],
    )
    if (row) return { kind, ...row }
  }
  return null
}

/** Describes an item for people: ‘a withdrawal of 180,000.00 VGBP’. */
export async function describeHeldItem({ runtime }: Env, sql: Sql, kind: HeldKind, id: string): Promise<string> {
  const { asset = null, amount = null } = (await holdDetailsOf({ runtime, db: sql }, kind, [id])).get(id) ?? {}
  return asset === null || amount === null ? `a ${kind}` : `a ${kind} of ${amountText({ asset, minor: amount })}`
}

/** A hold on `whole` also stops this part: for items that consist of several operations with their own ids. */
export async function addPart(tx: Tx, part: string, whole: string): Promise<void> {
  await tx.query('insert into compliance.part (id, whole) values ($1, $2)', [part, whole])
}

/** The parts of items that consist of several operations. */
export const partsOf = (sql: Sql, wholes: readonly string[]): Promise<{ id: string; whole: string }[]> =>
  sql.query('select id, whole from compliance.part where whole = any($1::uuid[])', [wholes])
