import { fiatCodes } from '@specie/protocol/assets.ts'
import { IconDownload } from '@tabler/icons-react'
import { fileAddress, type Input } from '../../api/call.ts'
import type { Statement } from './statement.ts'
import type { Period } from './period.ts'

type Props = { period: Period; asset: string | undefined; statements: readonly Statement[] }

/** The statement as files: PDF, CSV, and camt.053 for accounting. */
export function Files({ period, asset, statements }: Props) {
  const camt = statements.filter((one) => (fiatCodes as readonly string[]).includes(one.asset))
  return (
    <div className="row">
      <File title="PDF" fields={{ ...period, asset, format: 'pdf' }} />
      <File title="CSV" fields={{ ...period, asset, format: 'csv' }} />
      {camt.map((one) => (
        <File
          key={one.asset}
          title={`camt.053 ${one.asset}`}
          fields={{ ...period, asset: one.asset, format: 'camt053' }}
        />
      ))}
    </div>
  )
}

function File({ title, fields }: { title: string; fields: Input<'statementFile'> }) {
  return (
    <a className="btn" href={fileAddress('statementFile', fields)} download>
      <IconDownload className="ic" aria-hidden />
      {title}
    </a>
  )
}
