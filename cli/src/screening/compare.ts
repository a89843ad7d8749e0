import { text as readAll } from 'node:stream/consumers'
import { csvRows } from '@specie/screening/csv.ts'
import type { Command } from '../command.ts'
import { Misuse } from '../errors.ts'

/** Screens one name against another without a service. */
export const screeningCompare: Command = {
  words: [],
  does: 'compare pairs of names from standard input, as CSV (person|company,name,name): one line of JSON for each, with score, hit and why',
  options: { json: { does: 'for programs: the output is JSON lines with and without it' } },
  examples: ['< pairs.csv', '--json < pairs.csv'],
  run: async (env) => {
    const rows = csvRows(await readAll(process.stdin))
    if (rows.length === 0)
      throw new Misuse('There are no pairs. Write lines such as «person,Jon Meyer,John Maier» to standard input.')
    // The lists of words take a second to load: other commands do without.
    const { compareNames } = await import('@specie/screening/match/compare-names.ts')
    let unread = 0
    for (const [at, [kind, one = '', other = '', ...more]] of rows.entries()) {
      if (at === 0 && kind?.trim() === 'kind') continue
      const named = kind?.trim().toLowerCase()
      if ((named !== 'person' && named !== 'company') || more.length > 0) {
        unread += 1
        env.print(
          JSON.stringify({
            error: `Row ${at + 1} is not person or company and two names. Quote a name that has a comma.`,
          }),
        )
      } else env.print(JSON.stringify(compareNames(named, one, other)))
    }
    return unread === 0 ? 0 : 2
  },
}
