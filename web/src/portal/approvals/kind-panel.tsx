import { assets } from '@specie/protocol/assets.ts'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import type { Input, Output } from '../../api/call.ts'
import { useAct } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Banner } from '../../kit/banner.tsx'
import { Button } from '../../kit/button.tsx'
import { AmountField } from '../../kit/form/amount-field.tsx'
import { Choose, Segment } from '../../kit/form/field.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Link } from '../../kit/link.tsx'
import { Money } from '../../kit/value/money.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import style from './approvals.module.css'

export type Kind = Input<'setSecondPerson'>['kind']
type Amount = Pick<Output<'secondPerson'>['amounts'][number], 'asset' | 'amount'>
type Props = {
  kind: Kind
  title: string
  note: string
  isPayment: boolean
  needed: boolean
  amounts: readonly Amount[]
  mayChange: boolean
}

const assetCodes = Object.keys(assets) as Amount['asset'][]

/** One act: whether it needs two people and, for payments, from which amount. */
export function KindPanel(props: Props) {
  const { title, note, isPayment, needed, amounts, mayChange } = props
  const [answer, setAnswer] = useState<string | null>(null)
  return (
    <Panel title={title} {...(!mayChange && { end: <Needed needed={needed} /> })}>
      <div className="stack">
        {!mayChange && <p className="s13 muted">{note}</p>}
        {mayChange ? (
          <KindForm {...props} onRequested={setAnswer} />
        ) : (
          isPayment && needed && <AmountFacts amounts={amounts} />
        )}
        {answer !== null && (
          <Banner tone="waits" title="This change needs a second approver.">
            Until then nothing changes.{' '}
            <Link className="link" to={`/approvals/${answer}`}>
              See the request
            </Link>
          </Banner>
        )}
      </div>
    </Panel>
  )
}

/** Shown to people who cannot change it. */
const Needed = ({ needed }: { needed: boolean }) => (
  <Badge tone={needed ? 'done' : 'quiet'}>{needed ? 'Two people' : 'One person'}</Badge>
)

function AmountFacts({ amounts }: { amounts: readonly Amount[] }) {
  if (amounts.length === 0) return <p className="s13">Every payment needs two people.</p>
  return (
    <Facts
      rows={amounts.map(({ asset, amount }) => [
        'One person up to',
        <Money key={asset} amount={amount} currency={asset} />,
      ])}
    />
  )
}

function KindForm({
  kind,
  title,
  note,
  isPayment,
  needed: was,
  amounts: before,
  onRequested,
}: Props & { onRequested: (approval: string | null) => void }) {
  const [needed, setNeeded] = useState(was)
  const [amounts, setAmounts] = useState<readonly Amount[]>(before)
  const save = useAct('setSecondPerson', ({ approvalid }) => {
    onRequested(approvalid)
    if (approvalid === null) return
    setNeeded(was)
    setAmounts(before)
  })
  const isChanged = needed !== was || (needed && JSON.stringify(amounts) !== JSON.stringify(before))
  const isLower = was && (!needed || assetCodes.some((asset) => valueOf(amounts, asset) > valueOf(before, asset)))
  const send = (event: FormEvent) => {
    event.preventDefault()
    save.mutate({ kind, needed, ...(isPayment && needed && { amounts: [...amounts] }) })
  }
  return (
    <form className="stack" onSubmit={send}>
      <div className="row">
        <p className={`s13 muted ${style['note']}`}>{note}</p>
        <Segment
          label={`Who is needed: ${title}`}
          value={needed ? 'two' : 'one'}
          options={[
            { value: 'one', label: 'One person' },
            { value: 'two', label: 'Two people' },
          ]}
          onChange={(value) => setNeeded(value === 'two')}
        />
      </div>
      {isPayment && needed && <AmountRows amounts={amounts} onChange={setAmounts} error={save.error} />}
      <FormError error={save.error} fields={[]} />
      {isChanged && (
        <div className={`row ${style['foot']}`}>
          <span className="small muted grow">
            {isLower ? 'This needs a second approver, because it lowers the protection.' : 'Takes effect at once.'}
          </span>
          <Button
            onClick={() => {
              setNeeded(was)
              setAmounts(before)
            }}
          >
            Cancel
          </Button>
          <Button type="submit" main busy={save.isPending}>
            {isLower ? 'Request change' : 'Save'}
          </Button>
        </div>
      )}
    </form>
  )
}

/** Only for the comparison; the service decides with exact amounts. */
const valueOf = (amounts: readonly Amount[], code: string): number =>
  Number(amounts.find(({ asset }) => asset === code)?.amount ?? 0)

type RowsProps = {
  amounts: readonly Amount[]
  onChange: (amounts: readonly Amount[]) => void
  error: ReturnType<typeof useAct<'setSecondPerson'>>['error']
}

function AmountRows({ amounts, onChange, error }: RowsProps) {
  const set = (at: number, part: Partial<Amount>) =>
    onChange(amounts.map((one, i) => (i === at ? { ...one, ...part } : one)))
  const free = assetCodes.filter((code) => !amounts.some(({ asset }) => asset === code))
  return (
    <div className="stack tight">
      <p className="small muted">
        {amounts.length === 0
          ? 'Every payment needs two people. You can set amounts up to which one person is enough.'
          : 'One person is enough up to these amounts. In other assets every payment needs two people.'}
      </p>
      {amounts.map(({ asset, amount }, i) => (
        <div key={asset} className={style['amount']}>
          <AmountField
            label={`Up to, in ${asset}`}
            name="amounts"
            currency={asset}
            value={amount}
            onChange={(value) => set(i, { amount: value })}
            error={error}
            required
          />
          <Choose
            label="Asset"
            name={`asset ${i}`}
            value={asset}
            onChange={(value) => set(i, { asset: value as Amount['asset'] })}
            options={[asset, ...free].map((value) => ({ value, label: value }))}
          />
          <Button
            quiet
            icon={IconTrash}
            aria-label={`Remove the amount in ${asset}`}
            title="Remove"
            onClick={() => onChange(amounts.filter((_, one) => one !== i))}
          />
        </div>
      ))}
      {free.length > 0 && (
        <div>
          <Button small icon={IconPlus} onClick={() => onChange([...amounts, { asset: free[0]!, amount: '' }])}>
            Add an amount
          </Button>
        </div>
      )}
    </div>
  )
}
