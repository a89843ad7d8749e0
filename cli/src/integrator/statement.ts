import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { statement as statementCall } from '@specie/protocol/endpoints/transfers.ts'
import { CommandError } from '../errors.ts'
import { table } from '../show.ts'
import { overApi } from './over-api.ts'

export const statement = overApi(statementCall, {
  does: 'print the statement of a period, or write it to files with --output',
  more: { output: { value: 'FOLDER', does: 'write the documents of csv and camt053 there; existing files are kept' } },
  defaults: {
    from: 'by default the beginning of the month of --to',
    to: 'the end of this month by default; an unfinished period ends now',
  },
  examples: [
    '',
    '--from 2026-11-01 --to 2026-12-01',
    '--from 2026-11-01 --to 2026-12-01 --format camt053 --output .',
    '--from 2026-11-01 --to 2026-12-01 --format csv > november.csv',
  ],
  request: (fields, _given, env) => {
    if (fields['from'] !== undefined && fields['to'] !== undefined) return fields
    const period = { ...monthOf(lastMoment(fields['to']) ?? env.now()), ...fields }
    env.note(`The period is from ${period.from} to ${period.to}, or until now.`)
    return period
  },
  file: ({ format, documents }, { output }) =>
    format === 'json' || output !== undefined ? null : onlyOne(documents).content,
  show: ({ format, from, to, statements, documents }, { output }) => {
    if (format !== 'json') return documents.map((one) => written(one, output as string)).join('\n')
    const shown = statements.map(({ asset, opening, closing, movements }) =>
      [
        `${asset}: ${opening} at the start, ${closing} at the end`,
        ...(movements.length === 0 ? [] : [table(movements, ['at', 'kind', 'amount', 'balance', 'bankref', 'ref'])]),
      ].join('\n'),
    )
    return [`From ${from} to ${to}`, ...shown].join('\n\n')
  },
})

/** The start of the period that ends with `to`; null if that is not a time, which the service refuses. */
function lastMoment(to: unknown): Date | null {
  const end = typeof to === 'string' ? Date.parse(to) : Number.NaN
  return Number.isNaN(end) ? null : new Date(end - 1)
}

/** The UTC month of a moment. */
function monthOf(moment: Date): { from: string; to: string } {
  const [year, month] = [moment.getUTCFullYear(), moment.getUTCMonth()]
  const first = (n: number): string => new Date(Date.UTC(year, n)).toISOString()
  return { from: first(month), to: first(month + 1) }
}

type StatementDocument = { readonly name: string; readonly content: string }

/** Two concatenated files would be invalid. */
function onlyOne(documents: readonly StatementDocument[]): StatementDocument {
  const [first, ...others] = documents
  if (first === undefined)
    throw new CommandError('There is no such document. The account has not had this currency yet.')
  if (others.length === 0) return first
  const names = documents.map(({ name }) => name).join(', ')
  throw new CommandError(
    `There are ${documents.length} files: ${names}. Name one with --asset, or write all with --output .`,
  )
}

/** An existing file of this name is kept. */
function written({ name, content }: StatementDocument, folder: string): string {
  const file = join(folder, name)
  try {
    writeFileSync(file, content, { flag: 'wx', mode: 0o600 })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    const why = code === 'EEXIST' ? 'it exists already' : code === 'ENOENT' ? 'the folder does not exist' : message
    throw new CommandError(`${file} cannot be written: ${why}.`)
  }
  return `Written to ${file}.`
}
