import { systemClock } from '@specie/service/base/clock.ts'
import { OutcomeUnknown } from '@specie/service/base/database/db.ts'
import { connectAsService } from '@specie/service/database.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit, type Journal } from '@specie/service/ledger/posting/journal.ts'
import { post } from '../post.ts'
import { traceKey } from '../trace-key.ts'

// A process that posts journals until it is killed, and prints the key of each once `post` has acknowledged it. Arguments: the
// database's address, and a unique prefix of its keys.

const [url, word] = process.argv.slice(2) as [string, string]
const env = { db: connectAsService({ url, traceKey }), clock: systemClock }
const callers = 64
let count = 0

await Promise.all(Array.from({ length: callers }, call))

async function call(): Promise<void> {
  for (;;) {
    const journal = trade(++count)
    await posted(journal)
    process.stdout.write(`${journal.key}\n`)
  }
}

/** On an unknown outcome the caller repeats the call with the same key, as the message says. */
async function posted(journal: Journal): Promise<void> {
  try {
    await post(env, journal)
  } catch (error) {
    if (!(error instanceof OutcomeUnknown)) throw error
    await posted(journal)
  }
}

function trade(n: number): Journal {
  const available = (institution: number) => account('client', 'available', `i${institution % 50}`, 'CHF')
  return {
    key: `${word}:${n}`,
    kind: 'trade',
    lines: [
      debit(account('client', 'bank', 'CHF'), 5n),
      credit(available(n), 5n),
      debit(available(n), 2n),
      credit(available(n + 1), 2n),
    ],
  }
}
