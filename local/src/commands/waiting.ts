import { formatAmount } from '@specie/protocol/money.ts'
import { CommandError, type Command } from './command.ts'
import { propose } from './console.ts'
import { withDatabase } from './database.ts'

type Case = { kind: string; opened_at: Date; entry_id: bigint | null; detail: Record<string, string> }
type Waiting = {
  id: string
  state: string
  currency: 'CHF' | 'GBP'
  amount: bigint
  sender_name: string | null
  reason: string | null
}

/** What waits for a person at the bank. */
export const bankCases: Command = {
  takes: '',
  does: 'list open cases, and wires that wait for a decision',
  run: () =>
    withDatabase(async (db) => {
      const cases = await db.query<Case>(
        'select kind, opened_at, entry_id, detail from banking.bank_case where closed_at is null order by opened_at, id',
      )
      const wires = await db.query<Waiting>(
        `select id, state, currency, amount, sender_name, reason from banking.wire
         where state in ('unidentified', 'held') order by created_at, id`,
      )
      for (const { kind, opened_at, entry_id, detail } of cases) {
        const entry = entry_id === null ? '' : `entry ${entry_id}  `
        console.log(`case  ${opened_at.toISOString()}  ${kind}  ${entry}${JSON.stringify(detail)}`)
      }
      for (const { id, state, currency, amount, sender_name, reason } of wires) {
        console.log(
          `wire  ${id}  ${state}  ${formatAmount({ asset: currency, minor: amount })} ${currency} from ${sender_name ?? 'nobody named'}: ${reason ?? ''}`,
        )
      }
      if (cases.length + wires.length === 0) console.log('Nothing waits.')
      return 0
    }),
}

export const bankSendBack: Command = {
  takes: 'WIRE WHY…',
  does: 'ask to send an unidentified or held wire back to its sender; a second person approves it',
  run: async ([wireid, ...why]) => {
    if (wireid === undefined || why.length === 0) throw new CommandError('Which wire, and why? See specie bank cases.')
    return propose('bank.send_back', { wireid }, why)
  },
}

const idOf = (text: string | undefined, what: string): string => {
  if (text === undefined || !/^\d{1,18}$/.test(text))
    throw new CommandError(`${what} is a number: see specie bank cases.`)
  return text
}

export const bankSame: Command = {
  takes: 'LINE ENTRY[,ENTRY…] WHY…',
  does: 'ask to take an unclear line of a file for what these entries told: nothing is booked; a second person approves it',
  run: async ([line, entries, ...why]) => {
    const ids = (entries ?? '').split(',').map((id) => idOf(id, 'ENTRY'))
    if (why.length === 0) throw new CommandError('Why are they the same? Say so behind the entries.')
    return propose('bank.match_line', { line: idOf(line, 'LINE'), entries: ids }, why)
  },
}

export const bankAnother: Command = {
  takes: 'LINE WHY…',
  does: 'ask to book an unclear line of a file as a movement of its own; a second person approves it',
  run: async ([line, ...why]) => {
    if (why.length === 0) throw new CommandError('Why is it another one? Say so behind the line.')
    return propose('bank.book_line', { line: idOf(line, 'LINE') }, why)
  },
}

export const bankDisown: Command = {
  takes: 'ENTRY WHY…',
  does: 'ask to undo what the bank notified and never booked; a second person approves it',
  run: async ([entry, ...why]) => {
    if (why.length === 0) throw new CommandError('What did the bank say? Say so behind the entry.')
    return propose('bank.disown', { entry: idOf(entry, 'ENTRY') }, why)
  },
}
