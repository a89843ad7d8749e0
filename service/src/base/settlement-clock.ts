import type { Clock } from './clock.ts'
import type { Sql } from './database/db.ts'

/** At wall time `wall` it was `settlement`; since then settlement time runs `speed` times as fast. */
export type Anchor = { wall: Date; settlement: Date; speed: number }

export type SettlementClock = Clock & {
  anchor(): Anchor
  /** Reads changes made by other processes, and records that this process is running. */
  refresh(sql: Sql): Promise<void>
  /** Jumps to a time and continues from there. */
  set(sql: Sql, settlement: Date): Promise<void>
}

/** If no process ran for longer than this, settlement time was paused in between. */
const maxGap = '30 seconds'

/** The clock of UAT. Its anchor is a row that all processes share. */
export async function settlementClock(base: Clock, sql: Sql, speed: number): Promise<SettlementClock> {
  await sql.query(
    `insert into work.clock (wall, settlement, speed, seen) values ($1, $1, $2, $1)
     on conflict (only_row) do update set
       settlement = case when excluded.wall - work.clock.seen > $3::interval or work.clock.speed <> excluded.speed
         then work.clock.settlement + (least(work.clock.seen, excluded.wall) - work.clock.wall) * work.clock.speed
         else work.clock.settlement end,
       wall = case when excluded.wall - work.clock.seen > $3::interval or work.clock.speed <> excluded.speed
         then excluded.wall else work.clock.wall end,
       speed = excluded.speed, seen = excluded.wall`,
    [base.now(), speed, maxGap],
  )
  let anchor = await read(sql)
  /** The later answer of two concurrent reads may be the older one: taking it would move time back. */
  const update = async (on: Sql): Promise<void> => {
    const found = await read(on)
    if (found.version >= anchor.version) anchor = found
  }
  return {
    ...base,
    anchor: () => anchor,
    settlement: () => at(anchor, base.now()),
    refresh: async (on) => {
      await on.query('update work.clock set seen = greatest(seen, $1)', [base.now()])
      await update(on)
    },
    set: async (on, settlement) => {
      await on.query('update work.clock set wall = $1, settlement = $2, seen = $1, version = version + 1', [
        base.now(),
        settlement,
      ])
      await update(on)
    },
  }
}

/** The version increases with each change of the clock. */
type StoredAnchor = Anchor & { version: bigint }

const at = ({ wall, settlement, speed }: Anchor, now: Date): Date =>
  new Date(settlement.getTime() + (now.getTime() - wall.getTime()) * speed)

async function read(sql: Sql): Promise<StoredAnchor> {
  const [row] = await sql.query<StoredAnchor>('select wall, settlement, speed, version from work.clock')
  if (!row) throw new Error('the settlement clock has no anchor')
  return row
}
