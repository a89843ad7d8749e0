import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { type Amount, amountText } from '@specie/protocol/money.ts'
import type { Sql, Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Stateful } from '../base/state-machine/move.ts'

// The things that can be put on hold. They belong to rooms beside and above this one, which register them (holdable.ts).

export type Holdable = Stateful & {
  /** The job that continues it. */
  readonly job: string
  /** The columns with its asset and its quantity in minor units; a rail has no amount. */
  readonly amount?: readonly [asset: string, quantity: string]
  /** What is held together with it: open things of another kind, and what each of them is called. */
  readonly together?: { kind: HeldKind; name: string; openOf(tx: Tx, id: string): Promise<string[]> }
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
  const { table, amount } = runtime.holdable[kind]
  if (!amount) return `a ${kind}`
  const [row] = await sql.query<Amount>(
    `select ${amount[0]} as asset, ${amount[1]} as minor from ${table} where id = $1`,
    [id],
  )
  return row ? `a ${kind} of ${amountText(row)}` : `a ${kind}`
}

/** A hold on `whole` also stops this part: for things that move by several operations with their own ids. */
export async function addPart(tx: Tx, part: string, whole: string): Promise<void> {
  await tx.query('insert into compliance.part (id, whole) values ($1, $2)', [part, whole])
}
