import { useState } from 'react'
import type { Input } from '../../api/call.ts'
import { type RowOf, useAct, useList } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Confirm } from '../../kit/form/confirm.tsx'
import { stateColumn, timeColumn } from '../../kit/table/columns.tsx'
import { type Column, DataTable } from '../../kit/table/data-table.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Link } from '../../kit/link.tsx'
import { Empty } from '../../kit/loading.tsx'
import { PageHead } from '../../kit/page.tsx'
import { stateOf } from '../../kit/value/states.ts'
import { FilterChoice } from '../../kit/table/table-tools.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { destinationTabs } from '../addresses/words.ts'
import { Tabs } from '../../kit/tabs.tsx'
import { accountText } from '../account-text.ts'

type Account = RowOf<'ownBankAccounts'>

const columns: readonly Column<Account>[] = [
  { key: 'label', title: 'Name', cell: ({ label }) => <b>{label}</b>, text: ({ label }) => label, phone: 'title' },
  { key: 'currency', title: 'Currency', text: ({ currency }) => currency, phone: 'hide' },
  {
    key: 'identifier',
    title: 'Account',
    cell: ({ identifier }) => <Id value={accountText(identifier)} whole />,
    text: ({ identifier }) => identifier,
  },
  { key: 'holder', title: 'Owner', text: ({ name }) => name },
  timeColumn('added', 'Registered', ({ created_at }) => created_at, { phone: 'hide' }),
  stateColumn(({ status }) => status, { phone: 'side' }),
]

const statuses = ['active', 'unconfirmed', 'disabled'].map((value) => ({ value, label: stateOf(value).word }))

/** The bank accounts for payouts. */
export function Page() {
  const [{ status }] = useUrlState()
  const list = useList('ownBankAccounts', { status } as Input<'ownBankAccounts'>)
  const mayEdit = mayDo(useMe(), 'addresses.edit')
  const [removed, setRemoved] = useState<Account | null>(null)
  const remove: Column<Account> = {
    key: 'remove',
    title: 'Actions',
    text: () => '',
    cell: (account) =>
      account.status !== 'disabled' && (
        <button
          type="button"
          className="link"
          onClick={() => setRemoved(account)}
          aria-label={`Remove ${account.label}`}
        >
          Remove
        </button>
      ),
    right: true,
  }
  const add = (
    <Link className="btn main-act" to="/addresses/bank-accounts/new">
      New bank account
    </Link>
  )
  return (
    <>
      <PageHead title="Bank accounts" sub="Payouts go only to these accounts." acts={mayEdit && add} />
      <Tabs label="Destinations" tabs={destinationTabs} />
      <DataTable
        name="Bank accounts"
        list={list}
        columns={mayEdit ? [...columns, remove] : columns}
        rowKey={({ accountid }) => accountid}
        filters={<FilterChoice name="status" label="Status" options={statuses} />}
        empty={
          status === undefined ? (
            <Empty title="No bank account yet." acts={mayEdit ? add : undefined}>
              {mayEdit
                ? 'Register one to receive payouts in CHF or GBP.'
                : 'An administrator of your company can register one.'}
            </Empty>
          ) : (
            <Empty title="No bank account is in this state." />
          )
        }
      />
      {removed !== null && <Remove account={removed} close={() => setRemoved(null)} />}
    </>
  )
}

function Remove({ account: { accountid, label }, close }: { account: Account; close: () => void }) {
  const disable = useAct('disableBankAccount', close)
  return (
    <Confirm
      open
      onClose={close}
      title={`Remove bank account ${label}`}
      act="Remove"
      danger
      reason="required"
      busy={disable.isPending}
      error={disable.error}
      onConfirm={(reason) => disable.mutate({ id: accountid, reason })}
    >
      Cannot be undone. Payouts that are not sent to the bank yet are canceled, and their money returns to your balance.
      You can register the account again.
    </Confirm>
  )
}
