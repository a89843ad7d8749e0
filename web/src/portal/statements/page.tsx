import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Choose, Field } from '../../kit/form/field.tsx'
import { Empty, Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { Time } from '../../kit/value/time.tsx'
import { useUrlState } from '../../kit/url-state.ts'
import { assetOptions } from '../transfers/words.ts'
import { Files } from './files.tsx'
import { Head } from './head.tsx'
import { Movements } from './movements.tsx'
import { isDate, momentsOf, type Period, presets } from './period.ts'
import style from './statements.module.css'
import { Totals } from './totals.tsx'

/** Opening balance, movements and closing balance of a period. */
export function Page() {
  const [state, change] = useUrlState()
  const [thisMonth] = presets(Date.now())
  const period: Period = {
    from: isDate(state['from']) ? state['from'] : thisMonth!.period.from,
    to: isDate(state['to']) ? state['to'] : thisMonth!.period.to,
  }
  const asset = state['asset']
  const isInOrder = period.from <= period.to
  // A statement closes its period, so the page does not refetch it.
  const statement = useCall(
    'statement',
    { ...momentsOf(period), asset },
    { refetchInterval: false, enabled: isInOrder },
  )
  return (
    <>
      <Head title="Statements" sub="Opening balance, every movement, closing balance. Days are in UTC." />
      <div className={style['choice']}>
        <Field
          label="First day"
          name="from"
          type="date"
          value={period.from}
          max={period.to}
          onChange={(from) => change({ from })}
          problem={isInOrder ? null : 'The first day is after the last day.'}
        />
        <Field label="Last day" name="to" type="date" value={period.to} onChange={(to) => change({ to })} />
        <Choose
          label="Asset"
          name="asset"
          value={asset ?? ''}
          options={[{ value: '', label: 'All assets' }, ...assetOptions]}
          onChange={(code) => change({ asset: code })}
        />
        <Presets period={period} onChange={change} />
      </div>
      {isInOrder && (
        <Loaded query={statement} lines={8}>
          {(data) => <Shown data={data} asset={asset} />}
        </Loaded>
      )}
    </>
  )
}

function Presets({ period, onChange }: { period: Period; onChange: (period: Period) => void }) {
  return (
    <div className={style['presets']} role="group" aria-label="Period">
      {presets(Date.now()).map((one) => (
        <button
          key={one.title}
          type="button"
          className={one.period.from === period.from && one.period.to === period.to ? 'chip set' : 'chip'}
          aria-pressed={one.period.from === period.from && one.period.to === period.to}
          onClick={() => onChange(one.period)}
        >
          {one.title}
        </button>
      ))}
    </div>
  )
}

function Shown({ data, asset }: { data: Output<'statement'>; asset: string | undefined }) {
  const { statements, from, to } = data
  if (statements.length === 0)
    return (
      <Empty title="No balance in this period.">
        Your first deposit, mint or trade appears here. Choose another period.
      </Empty>
    )
  return (
    <>
      <Section
        title="Totals"
        note={
          <>
            As of <Time at={to} />. A shown statement never changes.
          </>
        }
      >
        <Totals statements={statements} />
      </Section>
      <Section title="Export" note="The same period and assets.">
        <Files period={{ from, to }} asset={asset} statements={statements} />
      </Section>
      <div className={`sec-gap ${style['movements']}`}>
        {statements.map((statement) => (
          <Movements key={statement.asset} statement={statement} />
        ))}
      </div>
    </>
  )
}
