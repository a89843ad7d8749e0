import { userInfo } from 'node:os'
import { formatAmount } from '@specie/protocol/money.ts'
import { disown, bookLineAsNew, matchLineToEntries } from '@specie/service/banking/file/decide.ts'
import { sendBack } from '@specie/service/banking/wire/send-back.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'
import { envOf } from './env.ts'

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
  does: 'send an unidentified or held wire back to its sender',
  run: async ([wire, ...why]) => {
    if (wire === undefined || why.length === 0) throw new CommandError('Which wire, and why? See specie bank cases.')
    await deciding((db) => sendBack(envOf(db), wire, operator(why)))
    console.log(`${wire} goes back with the next payment order.`)
    return 0
  },
}

const operator = (why: readonly string[]) => ({ actor: `operator ${userInfo().username}`, why: why.join(' ') })

const deciding = (work: (db: Db) => Promise<void>) =>
  withDatabase(work).catch((error: Error) => {
    throw new CommandError(error.message)
  })

const idOf = (text: string | undefined, what: string): bigint => {
  if (text === undefined || !/^\d{1,18}$/.test(text))
    throw new CommandError(`${what} is a number: see specie bank cases.`)
  return BigInt(text)
}

export const bankSame: Command = {
  takes: 'LINE ENTRY[,ENTRY…] WHY…',
  does: 'an unclear line of a file is what these entries told: nothing is booked',
  run: async ([line, entries, ...why]) => {
    const ids = (entries ?? '').split(',').map((id) => idOf(id, 'ENTRY'))
    if (why.length === 0) throw new CommandError('Why are they the same? Say so behind the entries.')
    await deciding((db) => matchLineToEntries(envOf(db), idOf(line, 'LINE'), ids, operator(why)))
    console.log(`Line ${line} tells of entry ${ids.join(', ')}.`)
    return 0
  },
}

export const bankAnother: Command = {
  takes: 'LINE WHY…',
  does: 'an unclear line of a file is a movement of its own: it is booked',
  run: async ([line, ...why]) => {
    if (why.length === 0) throw new CommandError('Why is it another one? Say so behind the line.')
    await deciding((db) => bookLineAsNew(envOf(db), idOf(line, 'LINE'), operator(why)))
    console.log(`Line ${line} is booked as a movement of its own.`)
    return 0
  },
}

export const bankDisown: Command = {
  takes: 'ENTRY WHY…',
  does: 'the bank never booked what it notified: the ledger undoes it',
  run: async ([entry, ...why]) => {
    if (why.length === 0) throw new CommandError('What did the bank say? Say so behind the entry.')
    await deciding((db) => disown(envOf(db), idOf(entry, 'ENTRY'), operator(why)))
    console.log(`Entry ${entry} is undone.`)
    return 0
  },
}
