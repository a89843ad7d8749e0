import { IconUpload } from '@tabler/icons-react'
import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Badge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty } from '../../kit/loading.tsx'
import type { Tone } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { ActButton } from '../../app/act-button.tsx'
import { WaitingRequest, useWaitingRequest } from '../waiting-request.tsx'
import { BankHead } from './head.tsx'
import { ImportFile } from './import-file.tsx'

type File = RowOf<'bankFiles'>

const states: Record<File['state'], { tone: Tone; word: string }> = {
  taken: { tone: 'done', word: 'Imported' },
  waiting: { tone: 'waits', word: 'Waits for the bank' },
  confirmed: { tone: 'done', word: 'Approved' },
  retracted: { tone: 'quiet', word: 'Retracted' },
}

const columns: readonly Column<File>[] = [
  {
    key: 'format',
    title: 'File',
    cell: ({ format, sequence }) => `${format ?? 'Empty'}${sequence === null ? '' : ` no. ${sequence}`}`,
    text: ({ format, sequence }) => `${format ?? ''} ${sequence ?? ''}`,
    phone: 'title',
  },
  {
    key: 'iban',
    title: 'Account',
    cell: ({ iban }) => (iban === null ? '' : <Id value={iban} copy={false} />),
    text: ({ iban }) => iban ?? '',
  },
  {
    key: 'source',
    title: 'From',
    cell: ({ source, taken_by }) => (source === 'bank' ? 'The bank' : `Manually, by ${taken_by}`),
    text: ({ source }) => source,
  },
  {
    key: 'sha256',
    title: 'SHA-256',
    cell: ({ sha256 }) => <Id value={sha256} />,
    text: ({ sha256 }) => sha256,
    phone: 'hide',
  },
  timeColumn('created', 'Imported', ({ created_at }) => created_at),
  {
    key: 'state',
    title: 'Status',
    cell: ({ state, waiting }) => (
      <Badge tone={states[state].tone}>
        {states[state].word}
        {waiting > 0 && ` (${waiting})`}
      </Badge>
    ),
    text: ({ state }) => state,
    phone: 'side',
  },
  { key: 'acts', title: 'Decide', cell: (file) => <FileActs file={file} />, text: () => '' },
]

const sources = [
  { value: 'bank', label: 'The bank' },
  { value: 'hand', label: 'Manual import' },
]

/** Files fetched from the bank, and files imported by hand. */
export function Page() {
  const [{ source }] = useUrlState()
  const [importing, setImporting] = useState(false)
  const list = useList('bankFiles', { source } as Input<'bankFiles'>)
  const mayImport = mayDo(useMe(), 'bank.propose')
  return (
    <>
      <BankHead
        sub="Each file counts once. A file imported manually books nothing until the bank reports the same, or two people approve it."
        acts={
          mayImport && (
            <Button icon={IconUpload} onClick={() => setImporting(true)}>
              Import a file manually
            </Button>
          )
        }
      />
      <DataTable
        name="Bank files"
        list={list}
        columns={columns}
        rowKey={({ fileid }) => fileid}
        filters={<FilterChoice name="source" label="From" options={sources} />}
        empty={<Empty title="No file yet.">The service fetches files from the bank automatically.</Empty>}
      />
      {importing && <ImportFile onClose={() => setImporting(false)} />}
    </>
  )
}

/** Two people vouch for a file imported by hand, or retract it. */
function FileActs({ file: { sha256, state } }: { file: File }) {
  const [vouched, retracted] = [
    useWaitingRequest('bank.import')(sha256),
    useWaitingRequest('bank.retract_file')(sha256),
  ]
  if (state !== 'waiting') return null
  const waiting = vouched ?? retracted
  if (waiting !== null) return <WaitingRequest id={waiting} />
  return (
    <span className="row">
      <ActButton
        call="proposeBankImport"
        input={{ sha256 }}
        act="bank.propose"
        label="Approve it"
        title="Book this file"
        small
        second="bank.import"
      >
        Its movements are booked before the bank reports them. The bank’s own file then only confirms them.
      </ActButton>
      <ActButton
        call="proposeBankRetractFile"
        input={{ sha256 }}
        act="bank.propose"
        label="Retract it"
        title="Retract this file"
        danger
        small
        second="bank.retract_file"
      >
        The bank never wrote it. Its movements no longer wait, and clients no longer see them as pending.
      </ActButton>
    </span>
  )
}
