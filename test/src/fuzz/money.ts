import type { Db } from '@specie/service/base/database/db.ts'

// A refused call moves no money. Every journal has the id of its subject, and that id is in the answer of the call that began
// it: a movement of client money under an unanswered id was refused, or never answered.

export type Books = {
  /** All ids of this answer were accepted. */
  accept(answer: unknown): void
  /** Journals since the last check without an answer. */
  unexplained(): Promise<Unexplained[]>
}

export type Unexplained = { key: string; kind: string; institutionid: string; at: Date }

/** Begun by a client's own call. */
const byCall = /^(order|mint|redemption|withdrawal|conversion|quote):/
/** Begun by another party, or following from a call: `execution` of an order, `payout` of a withdrawal. */
const byOthers = /^(wire|deposit|payment|payout|execution|expected|fees|sweep|holder_burn|faucet):/
const uuids = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g

export async function booksOf(db: Db, institutions: readonly string[]): Promise<Books> {
  const accepted = new Set<string>()
  /** Checked twice: the answer may be on its way. */
  let doubted: Unexplained[] = []
  const last = async () =>
    (await db.query<{ id: bigint }>('select coalesce(max(id), 0) as id from ledger.journal'))[0]!.id
  let seen = await last()

  const isExplained = ({ key }: Unexplained): boolean =>
    byOthers.test(key) || (byCall.test(key) && (key.match(uuids) ?? []).some((id) => accepted.has(id)))

  return {
    accept: (answer) => {
      for (const id of JSON.stringify(answer).match(uuids) ?? []) accepted.add(id)
    },
    unexplained: async () => {
      const until = await last()
      const moved = await db.query<Unexplained>(
        `select distinct journal.key, journal.kind, account.owner as institutionid, journal.at
         from ledger.journal join ledger.entry on entry.journal_id = journal.id join ledger.account on account.id = account_id
         where journal.id > $1 and journal.id <= $2 and account.pool = 'client' and account.owner = any($3)`,
        [seen, until, institutions],
      )
      seen = until
      const found = doubted.filter((one) => !isExplained(one))
      doubted = moved.filter((one) => !isExplained(one))
      return found
    },
  }
}
