import { fiatCodes } from '@specie/protocol/assets.ts'
import { IconPlus } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { type RowOf, useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Choose, Field, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { SecondPersonNote } from '../../app/act-button.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import { BankHead } from './head.tsx'

type Account = RowOf<'ownAccounts'>

const purposes: Record<Account['purpose'], string> = {
  client_money: 'Client money',
  reserve: 'Reserve',
  house: 'Our own money',
}
const purposeOptions = Object.entries(purposes).map(([value, label]) => ({ value, label }))

/** Our accounts at the bank. */
export function Page() {
  const [adding, setAdding] = useState(false)
  const accounts = useCall('ownAccounts', {})
  const may = mayDo(useMe(), 'bank.propose')
  return (
    <>
      <BankHead
        sub="Our accounts that the bank has reported or two people have registered."
        acts={
          may && (
            <Button icon={IconPlus} onClick={() => setAdding(true)}>
              Register an account
            </Button>
          )
        }
      />
      <Loaded query={accounts} lines={4}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="No account is known yet.">The bank reports its accounts, or two people register one.</Empty>
          ) : (
            <SmallTable
              name="Our accounts"
              rows={items}
              rowKey={({ iban }) => iban}
              empty=""
              columns={[
                ['For', ({ purpose, currency }) => `${purposes[purpose]}, ${currency}`],
                ['IBAN', ({ iban }) => <Id value={iban} whole />],
                ['BIC', ({ bic }) => <span className="mono">{bic}</span>],
                ['Account holder', ({ name }) => name],
                ['Also paid as', alsoPaidAs],
              ]}
            />
          )
        }
      </Loaded>
      {adding && <Propose onClose={() => setAdding(false)} />}
    </>
  )
}

function alsoPaidAs({ qriban, sortcode, account }: Account) {
  if (qriban !== null) return <Id value={qriban} whole />
  if (sortcode !== null) return <Id value={`${sortcode} ${account}`} whole />
  return <span className="muted">nothing else</span>
}

const fields = ['iban', 'bic', 'name', 'qriban', 'sortcode', 'account'] as const
type Name = (typeof fields)[number]
const labels: Record<Name, string> = {
  iban: 'IBAN',
  bic: 'BIC',
  name: 'Account holder',
  qriban: 'QR-IBAN, if any',
  sortcode: 'Sort code, if any',
  account: 'Account number, if any',
}
const empty: Record<Name, string> = { iban: '', bic: '', name: '', qriban: '', sortcode: '', account: '' }

function Propose({ onClose }: { onClose: () => void }) {
  const [purpose, setPurpose] = useState('client_money')
  const [currency, setCurrency] = useState<string>('CHF')
  const [given, setGiven] = useState(empty)
  const [reason, setReason] = useState('')
  const propose = useAct('proposeBankAccount', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    const orNull = (name: Name) => (given[name].trim() === '' ? null : given[name].trim())
    const { iban, bic, name } = given
    const also = { qriban: orNull('qriban'), sortcode: orNull('sortcode'), account: orNull('account') }
    propose.mutate({ purpose, currency, iban, bic: bic.trim(), name, ...also, reason: reason.trim() })
  }
  const { error, isPending } = propose
  return (
    <Dialog open onClose={onClose} title="Register an account of ours">
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">From then on the entries of this account are booked by its purpose.</p>
        <Choose
          label="For"
          name="purpose"
          value={purpose}
          onChange={setPurpose}
          options={purposeOptions}
          error={error}
        />
        <Choose
          label="Currency"
          name="currency"
          value={currency}
          onChange={setCurrency}
          options={fiatCodes.map((value) => ({ value, label: value }))}
          error={error}
        />
        {fields.map((name) => (
          <Field
            key={name}
            label={labels[name]}
            name={name}
            value={given[name]}
            onChange={(value) => setGiven({ ...given, [name]: value })}
            error={error}
          />
        ))}
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={error} />
        <FormError error={error} fields={[...fields, 'purpose', 'currency', 'reason']} />
        <SecondPersonNote kind="bank.account" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={isPending} disabled={reason.trim() === '' || given.iban === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
