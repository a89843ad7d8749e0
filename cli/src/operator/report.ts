import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReportName, reportNames } from '@specie/protocol/console/report-names.ts'
import { saveOutsourcedServiceCall } from '@specie/protocol/console/outsourcing.ts'
import { reportCall, reportFileCall, suspicionDraftCall } from '@specie/protocol/console/reports.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Command } from '../command.ts'
import { CommandError } from '../errors.ts'
import { table } from '../show.ts'
import { consoleCall, consoleFile } from './console.ts'
import { overConsole } from './over-console.ts'

/** Shows a report; with a folder, writes its file there. It fails when a sum of the report differs. */
export const report: Command = {
  does: 'show a report from the books, or write it to a folder; a day is 2026-11-18, a month 2026-11, a quarter 2026-Q4',
  words: [reportNames.join('|')],
  options: {
    period: { value: 'PERIOD', does: 'the day, month or quarter; by default the current one' },
    out: { value: 'FOLDER', does: 'write the report there, as a zip file' },
    json: { does: 'the answer as JSON' },
  },
  examples: ['holders --period 2026-11-18', 'reserve --period 2026-11 --out reports'],
  run: async (env, [name], given) => {
    if (!reportNames.includes(name as ReportName))
      throw new CommandError(`${name} is no report. There are ${reportNames.join(', ')}.`)
    const { period, out, json } = given as { period?: string; out?: string; json?: boolean }
    const request = { report: name as ReportName, ...(period !== undefined && { period }) }
    const answer = await consoleCall(env, reportCall, request)
    if (out === undefined) env.print(json ? JSON.stringify(answer, null, 2) : shown(answer))
    else {
      const file = join(out, `${answer.report}-${answer.period}.zip`)
      const content = await consoleFile(env, reportFileCall, { ...request, period: answer.period })
      await mkdir(out, { recursive: true })
      // An existing file of this name is kept.
      await writeFile(file, content, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
        throw new CommandError(
          `${file} cannot be written: ${error.code === 'EEXIST' ? 'it exists already' : error.message}.`,
        )
      })
      env.print(json ? JSON.stringify({ file, bytes: content.length }, null, 2) : `Written to ${file}.`)
    }
    return answer.checks.every(({ ok }) => ok) ? 0 : 1
  },
}

export const suspicionDraft = overConsole(suspicionDraftCall, {
  words: { INSTITUTION: 'id', FILE: 'file' },
  does: 'write a draft of a report about a suspicion (goAML) to a new zip file; nothing is sent',
  show: (_answer, { file }) => `Written to ${String(file)}. Complete it, and file it yourself.`,
})

export const outsourcingSave = overConsole(saveOutsourcedServiceCall, {
  words: { CODE: 'code' },
  does: 'save a service in the register of outsourced services; specie report outsourcing shows the register',
  show: ({ id, code }) => `${code} is in the register.\n  entry: ${id}`,
})

function shown({ title, period, is_final, notes, checks, tables }: PeopleResponse<typeof reportCall>): string {
  return [
    `${title}, ${period}${is_final ? '' : ' (provisional)'}`,
    ...notes,
    ...checks.map(({ what, ok, detail }) => `${ok ? 'ok' : 'DIFFERS'}  ${what}${detail && `: ${detail}`}`),
    ...tables.flatMap(({ title, columns, rows, total }) => [
      `\n${title}${total > rows.length ? ` (the first ${rows.length} of ${total} rows)` : ''}`,
      table(
        rows.map((cells) => Object.fromEntries(columns.map((column, n) => [column, cells[n]!]))),
        columns,
      ),
    ]),
  ].join('\n')
}
