import type { AssetCode } from '@specie/protocol/assets.ts'
import { type HeldKind, heldKinds, type HoldDecision } from '@specie/protocol/holds.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Stateful } from '../base/state-machine/move.ts'
import { idsOf } from '../base/state-machine/transitions.ts'

// The things that can be put on hold. They belong to rooms beside and above this one, which register them (holdable.ts).

export type Holdable = Stateful & {
  /** The job that continues it. */
  readonly job: string
  /** The columns of `HeldFacts`, and where they are, for people who decide. */
  readonly facts: { readonly columns: string; readonly from: string }
  /** Where a rejected one goes back to on its chain: the address that people have named, checked; throws what is wrong. */
  readonly wayBack?: (env: Env, tx: Tx, id: string, to: string | undefined) => Promise<string>
  /** Throws why this decision cannot be carried out any more: it is on its way back. */
  readonly assertDecidable?: (env: Env, tx: Tx, id: string, decision: HoldDecision) => Promise<void>
  /** What is held together with it: open things of another kind, and what each of them is called. */
  readonly together?: { kind: HeldKind; name: string; openOf(tx: Tx, id: string): Promise<string[]> }
}

/** What people must know of something to decide on it. Amounts are in minor units. */
export type HeldFacts = {
  readonly id: string
  readonly institution_id: string | null
  readonly state: string
  readonly created_at: Date
  /** Null of a rail, which has no amount of its own. */
  readonly asset: AssetCode | null
  readonly amount: bigint | null
  readonly fee: bigint | null
  readonly fee_asset: AssetCode | null
  readonly blockchain: string | null
  /** An address or account number, and what its institution calls it. */
  readonly destination: string | null
  readonly destination_label: string | null
  /** The other parties, by name: they are compared with the watchlists. */
  readonly parties: readonly string[]
  /** What it has taken of its institution's balance and still keeps there; null: nothing. */
  readonly kept: bigint | null
  readonly kept_asset: AssetCode | null
  readonly kept_in: 'pending' | 'held' | null
}

/** The facts of these things of one kind, by id. */
export async function factsOf(
  { runtime, db }: Pick<Env, 'runtime'> & { readonly db: Sql },
  kind: HeldKind,
  ids: readonly string[],
): Promise<Map<string, HeldFacts>> {
  if (ids.length === 0) return new Map()
  const { columns, from } = runtime.holdable[kind].facts
  const text = `select * from (select ${columns} from ${from}) facts where id = any($1::uuid[])`
  return new Map((await db.query<HeldFacts>(text, [ids])).map((facts) => [facts.id, facts]))
}

/** The latest `limit` things of one kind of an institution since a time, the newest first. */
export function latestFacts(
  { runtime, db }: Pick<Env, 'runtime' | 'db'>,
  kind: HeldKind,
  institutionId: string,
  since: Date,
  limit: number,
): Promise<HeldFacts[]> {
  const { columns, from } = runtime.holdable[kind].facts
  return db.query<HeldFacts>(
    `select * from (select ${columns} from ${from}) facts where institution_id = $1 and created_at >= $2
     order by created_at desc, id desc limit $3`,
    [institutionId, since, limit],
  )
}

/** Those of one kind of an institution that are in one of these states. */
export function factsUnderWay(
  { runtime, db }: Pick<Env, 'runtime'> & { readonly db: Sql },
  kind: HeldKind,
  institutionId: string,
  states: readonly string[],
): Promise<HeldFacts[]> {
  const { columns, from } = runtime.holdable[kind].facts
  return db.query<HeldFacts>(
    `select * from (select ${columns} from ${from}) facts where institution_id = $1 and state = any($2) order by id`,
    [institutionId, states],
  )
}

declare module '../base/env.ts' {
  interface Runtime {
    readonly holdable: Readonly<Record<HeldKind, Holdable>>
  }
}

export type Thing = { kind: HeldKind; id: string; institution_id: string | null; state: string }

/** Finds the thing with this id, of any kind, and locks it. Ids are unique across kinds. */
export async function lockThing({ runtime }: Env, tx: Tx, id: string): Promise<Thing | null> {
  for (const kind of heldKinds) {
    const [row] = await tx.query<Omit<Thing, 'kind'>>(
      `select id, institution_id, state from ${runtime.holdable[kind].table} where id = $1 for update`,
      [id],
    )
    if (row) return { kind, ...row }
  }
  return null
}

/** What a thing is, for people: ‘a withdrawal of 180,000.00 VGBP’. */
export async function describeThing({ runtime }: Env, sql: Sql, kind: HeldKind, id: string): Promise<string> {
  const { asset = null, amount = null } = (await factsOf({ runtime, db: sql }, kind, [id])).get(id) ?? {}
  return asset === null || amount === null ? `a ${kind}` : `a ${kind} of ${amountText({ asset, minor: amount })}`
}

/** A hold on `whole` also stops this part: for things that move by several operations with their own ids. */
export async function addPart(tx: Tx, part: string, whole: string): Promise<void> {
  await tx.query('insert into compliance.part (id, whole) values ($1, $2)', [part, whole])
}

/** The parts of a thing that moves by several operations. */
export async function partsOf(sql: Sql, whole: string): Promise<string[]> {
  return idsOf(await sql.query<{ id: string }>('select id from compliance.part where whole = $1', [whole]))
}
