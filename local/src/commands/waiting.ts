import { userInfo } from 'node:os'
import { formatAmount } from '@specie/protocol/money.ts'
import { sendBack } from '@specie/service/banking/send-back.ts'
import { envOf } from './bank.ts'
import { CommandError, type Command } from './command.ts'
import { withDatabase } from './database.ts'

type Case = { kind: string; opened_at: Date; detail: Record<string, string> }
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
        'select kind, opened_at, detail from banking.bank_case where closed_at is null order by opened_at, id',
      )
      const wires = await db.query<Waiting>(
        `select id, state, currency, amount, sender_name, reason from banking.wire
         where state in ('unidentified', 'held') order by created_at, id`,
      )
      for (const { kind, opened_at, detail } of cases) {
        console.log(`case  ${opened_at.toISOString()}  ${kind}  ${JSON.stringify(detail)}`)
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
    const by = { actor: `operator ${userInfo().username}`, why: why.join(' ') }
    await withDatabase((db) => sendBack(envOf(db), wire, by)).catch((error: Error) => {
      throw new CommandError(error.message)
    })
    console.log(`${wire} goes back with the next payment order.`)
    return 0
  },
}
