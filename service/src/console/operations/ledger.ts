import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import {
  ledgerAccountCall,
  ledgerAccountsCall,
  ledgerChecksCall,
  ledgerJournalCall,
} from '@specie/protocol/console/ledger.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { pageOf, type PlaceKind, places } from '@specie/protocol/web-api/places.ts'
import type { Sql } from '../../base/database/db.ts'
import { stepsOf } from '../../base/state-machine/history.ts'
import { lastCheck } from '../../checks/last-check.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { type AccountRow, codeOf, findAccount, listAccounts } from '../../ledger/explorer/accounts.ts'
import { causeOf, findJournal, linesOf } from '../../ledger/explorer/journals.ts'
import { lastLineAt, type LineRow, listLines } from '../../ledger/explorer/lines.ts'
import { actorNames } from '../../directory/actor-names.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'

// The books for staff: from a balance to its lines, from a line to its journal, from a journal to its cause.

export function ledgerRoutes(routes: PeopleRoutes): void {
  routes.mount(ledgerAccountsCall, async (env, _session, request) => {
    const { rows, next_cursor } = await listAccounts(env.db, request)
    const show = await accountView(env.db, rows)
    return { items: rows.map(show), next_cursor }
  })
  routes.mount(ledgerAccountCall, (env, _session, { id, at, ...request }) =>
    env.db.tx(async (tx) => {
      const account = await findAccount(tx, id)
      const moment = at === undefined ? env.clock.now() : new Date(at)
      // Without a time, lines that a process with a faster clock dated slightly ahead are included.
      const last =
        at === undefined
          ? { version: account.version, balance: account.balance }
          : await lastLineAt(tx, account, moment)
      const { rows, next_cursor } = await listLines(tx, account.id, last?.version ?? 0n, request)
      const show = await accountView(tx, [account])
      return {
        account: show(account),
        at: moment.toISOString(),
        balance_at: text(account, last?.balance ?? 0n),
        items: rows.map((line) => lineView(account, line)),
        next_cursor,
      }
    }, 'repeatable read, read only'),
  )
  routes.mount(ledgerJournalCall, async (env, _session, { id }) => {
    const journal = await findJournal(env.db, id)
    const lines = await linesOf(env.db, journal.id)
    const show = await accountView(env.db, lines)
    const cause = causeOf(journal)
    const steps = cause === null ? [] : await stepsOf(env.db, [cause.id])
    const names = await actorNames(
      env.db,
      steps.map(({ actor }) => actor),
    )
    return {
      id: String(journal.id),
      key: journal.key,
      kind: journal.kind,
      at: journal.at.toISOString(),
      reverses: numberText(journal.reverses),
      reversed_by: numberText(journal.reversed_by),
      facts: Object.entries(journal.meta ?? {}).map(([name, value]) => ({ name, value })),
      lines: lines.map((line) => ({
        account: show(line),
        number: Number(line.line),
        ...movement(line, line.amount),
        balance: text(line, line.after),
      })),
      cause: cause && { ...cause, path: isPlace(cause.kind) ? pageOf(cause.kind, cause.id, 'console') : null },
      steps: steps.map(({ at, actor, ...step }) => ({
        ...step,
        at: at.toISOString(),
        actor,
        actor_name: names.get(actor) ?? null,
      })),
    }
  })
  routes.mount(ledgerChecksCall, (env) => lastCheck(env.db))
}

const text = ({ asset }: Pick<AccountRow, 'asset'>, minor: bigint): string => formatAmount({ asset, minor })
const numberText = (id: bigint | null): string | null => (id === null ? null : String(id))
const isPlace = (kind: string): kind is PlaceKind => Object.hasOwn(places, kind)

/** A line of the books as a change of the balance. */
const movement = (account: AccountRow, amount: bigint) => ({
  side: amount > 0n ? ('debit' as const) : ('credit' as const),
  amount: text(account, account.side === 'debit' ? amount : -amount),
})

const lineView = (account: AccountRow, line: LineRow): PeopleResponse<typeof ledgerAccountCall>['items'][number] => ({
  number: Number(line.version),
  journal: String(line.journal),
  journal_kind: line.kind,
  key: line.key,
  at: line.at.toISOString(),
  ...movement(account, line.amount),
  balance: text(account, line.balance),
})

/** Replaces the ids of these institutions in accounts with their names. */
async function accountView(sql: Sql, rows: readonly AccountRow[]) {
  const isOwned = ({ owner_kind }: AccountRow) => owner_kind === 'institution'
  const names = await institutionNames(
    sql,
    rows.filter(isOwned).map(({ owner }) => owner),
  )
  return (row: AccountRow) => ({
    id: String(row.id),
    code: codeOf(row),
    kind: `${row.pool}/${row.name}`,
    asset: row.asset,
    side: row.side,
    owner: row.owner === '' ? null : row.owner,
    institution: isOwned(row) ? { id: row.owner, name: names.get(row.owner) ?? '' } : null,
    balance: text(row, row.balance),
    lines: Number(row.version),
  })
}
