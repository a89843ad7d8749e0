import { machines, statesOf } from '@specie/protocol/machines.ts'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { type RowOf, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { StateBadge } from '../../kit/value/badge.tsx'
import { Button } from '../../kit/button.tsx'
import { timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { sentence, stateOf } from '../../kit/value/states.ts'
import { FilterChoice, FilterText } from '../../kit/table/table-tools.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { Invite } from './invite.tsx'

type Institution = RowOf<'institutions'>

const columns: readonly Column<Institution>[] = [
  { key: 'name', title: 'Name', text: ({ name }) => name, phone: 'title' },
  {
    key: 'risk',
    title: 'Risk',
    cell: ({ risk_class }) => (risk_class === null ? <span className="muted">not rated</span> : sentence(risk_class)),
    text: ({ risk_class }) => risk_class ?? '',
  },
  {
    key: 'review',
    title: 'Review due',
    cell: ({ review_due_at }) =>
      review_due_at === null ? <span className="muted">none</span> : <Time at={review_due_at} day />,
    text: ({ review_due_at }) => review_due_at ?? '',
    phone: 'hide',
  },
  timeColumn('created', 'Invited', ({ created_at }) => created_at, { day: true, phone: 'hide' }),
  {
    key: 'state',
    title: 'KYB',
    cell: ({ state }) => <StateBadge state={state} />,
    text: ({ state }) => state,
    phone: 'side',
  },
]

const states = statesOf(machines.kyb_case).map((value) => ({ value, label: stateOf(value).word }))

/** All institutions, with the state of their cases. */
export function Page() {
  const [{ state, name }] = useUrlState()
  const [inviting, setInviting] = useState(false)
  const list = useList('institutions', { state, name } as Input<'institutions'>)
  const mayInvite = mayDo(useMe(), 'institutions.invite')
  return (
    <>
      <PageHead
        title="Institutions"
        acts={
          mayInvite && (
            <Button main icon={IconPlus} onClick={() => setInviting(true)}>
              Invite an institution
            </Button>
          )
        }
      />
      <DataTable
        name="Institutions"
        list={list}
        columns={columns}
        rowKey={({ institutionid }) => institutionid}
        rowLink={({ institutionid }) => `/institutions/${institutionid}`}
        filters={
          <>
            <FilterText name="name" label="Name" />
            <FilterChoice name="state" label="KYB" options={states} />
          </>
        }
        empty={
          <Empty
            title={
              state === undefined && name === undefined ? 'No institution yet.' : 'No institution fits these filters.'
            }
          >
            Compliance invites an institution together with its first administrator.
          </Empty>
        }
      />
      {inviting && <Invite onClose={() => setInviting(false)} />}
    </>
  )
}
