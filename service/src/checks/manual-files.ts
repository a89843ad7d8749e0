import { formatAmount } from '@specie/protocol/money.ts'
import { type WaitingLine, waitingLines } from '../banking/file/manual-check.ts'
import type { Sql } from '../base/database/db.ts'
import { type CheckRow, row } from './rule.ts'

/** Waiting lines are listed in the note; lines contradicted by statements are breaks. */
export async function checkManualFiles(sql: Sql): Promise<CheckRow> {
  const all = await waitingLines(sql)
  const breaks = all.filter(({ contradicted }) => contradicted).map((one) => `no statement has ${nameOf(one)}`)
  const found = row('L7', 'lines of manual files are on the statement of their day, or wait for it', breaks)
  const pending = all.filter(({ contradicted }) => !contradicted)
  if (pending.length === 0) return found
  const more = pending.length > maxListed ? ` and ${pending.length - maxListed} more` : ''
  return { ...found, note: `not believed yet: ${pending.slice(0, maxListed).map(nameOf).join('; ')}${more}` }
}

const maxListed = 3

const nameOf = ({ bankref, direction, amount, currency, account, day, file, taken_by }: WaitingLine): string =>
  `${bankref}, ${direction === 'debit' ? '-' : ''}${formatAmount({ asset: currency, minor: amount })} ${currency} of ${day} on ${account} (file ${file.slice(0, 16)}, taken by ${taken_by})`
