import { type FormEvent, useState } from 'react'
import { type RowOf, useAct, useCall } from '../../api/use-call.ts'
import { mayDo, useMe } from '../../app/session.tsx'
import { Button } from '../../kit/button.tsx'
import { Dialog } from '../../kit/form/dialog.tsx'
import { Check, TextArea } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Id } from '../../kit/value/id.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Money, moneyText } from '../../kit/value/money.tsx'
import { dayText } from '../../kit/value/time-text.ts'
import { Time } from '../../kit/value/time.tsx'
import { ActButton, SecondPersonNote } from '../../app/act-button.tsx'
import { WaitingRequest, useWaitingRequest } from '../waiting-request.tsx'
import { SmallTable } from '../../kit/table/small-table.tsx'
import style from './bank.module.css'
import { BankHead } from './head.tsx'

type Line = RowOf<'unclearLines'>

/** Lines of the bank without a payment: two people assign them. */
export function Page() {
  const lines = useCall('unclearLines', {})
  return (
    <>
      <BankHead sub="Lines of the bank’s files without a payment. Match them with known entries, or book them as separate movements." />
      <Loaded query={lines} lines={6}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty title="Every line is clear.">
              A line appears here when it has no reference and fits several payments.
            </Empty>
          ) : (
            <SmallTable
              name="Unclear lines"
              rows={items}
              rowKey={({ line }) => line}
              empty=""
              columns={[
                ['Line', ({ line, format }) => `${line}, ${format}`],
                ['Booked', ({ booking_date }) => <Time at={booking_date} day />],
                ['Account', ({ iban }) => <Id value={iban} copy={false} />],
                ['Text of the bank', ({ text }) => <span className={style['wrap']}>{text ?? 'nothing'}</span>],
                [
                  'Amount',
                  ({ direction, amount, currency }) => (
                    <Money amount={direction === 'debit' ? `-${amount}` : amount} currency={currency} signed />
                  ),
                  'num',
                ],
                ['Decide', (line) => <Decide line={line} />],
              ]}
            />
          )
        }
      </Loaded>
    </>
  )
}

function Decide({ line: one }: { line: Line }) {
  const { line, amount, currency, direction } = one
  const [matching, setMatching] = useState(false)
  const [matched, booked] = [useWaitingRequest('bank.match_line')(line), useWaitingRequest('bank.book_line')(line)]
  const may = mayDo(useMe(), 'bank.propose')
  const waiting = matched ?? booked
  if (waiting !== null) return <WaitingRequest id={waiting} />
  if (!may) return <span className="muted">Operations requests this</span>
  return (
    <span className="row">
      {one.entries.length > 0 && (
        <Button small onClick={() => setMatching(true)}>
          Match
        </Button>
      )}
      <ActButton
        call="proposeBankBookLine"
        input={{ line }}
        act="bank.propose"
        label="Book"
        title={`Book line ${line} as a separate movement`}
        small
        second="bank.book_line"
      >
        {`A ${direction} of ${moneyText(amount, currency)} is booked as a new movement. If a known entry is the same movement, match the two instead.`}
      </ActButton>
      {matching && <Match one={one} onClose={() => setMatching(false)} />}
    </span>
  )
}

/** Matches a line with known entries. */
function Match({ one, onClose }: { one: Line; onClose: () => void }) {
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [reason, setReason] = useState('')
  const propose = useAct('proposeBankMatchLine', onClose)
  const send = (event: FormEvent) => {
    event.preventDefault()
    propose.mutate({ line: one.line, entries: chosen, reason: reason.trim() })
  }
  return (
    <Dialog open onClose={onClose} title={`Match line ${one.line}, ${moneyText(one.amount, one.currency)}`}>
      <form className="stack" onSubmit={send}>
        <p className="s13 muted">Known entries of the same account and amount, within eight days:</p>
        {one.entries.map(({ entry, bankref, booking_date }) => (
          <Check
            key={entry}
            label={`Entry ${entry}, ${bankref}, booked ${dayText(booking_date)}`}
            checked={chosen.includes(entry)}
            onChange={(is) => setChosen(is ? [...chosen, entry] : chosen.filter((id) => id !== entry))}
          />
        ))}
        <TextArea label="Reason" name="reason" value={reason} onChange={setReason} error={propose.error} />
        <FormError error={propose.error} fields={['reason']} />
        <SecondPersonNote kind="bank.match_line" />
        <div className="row">
          <span className="grow" />
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" main busy={propose.isPending} disabled={chosen.length === 0 || reason.trim() === ''}>
            Request
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
