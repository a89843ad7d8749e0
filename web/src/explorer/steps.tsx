import { Facts, Panel } from '../kit/page.tsx'
import type { Names, Step } from '@specie/protocol/sandbox/explorer.ts'
import { Party } from './parts.tsx'
import style from './explorer.module.css'

/** The calls of a transaction and their events. */
export function Steps({ steps, names }: { steps: readonly Step[]; names: Names }) {
  return (
    <div className={style['steps']}>
      {steps.map(({ name, at, fields }, i) => (
        <Panel key={i} title={name} end={at !== null && <Party address={at} names={names} />}>
          {fields.length === 0 ? (
            <span className="muted s13">Without fields.</span>
          ) : (
            <Facts
              left
              rows={fields.map(({ name: field, value }) => [field, <Value key={field} value={value} names={names} />])}
            />
          )}
        </Panel>
      ))}
    </div>
  )
}

const isAddress = (value: string): boolean =>
  /^0x[0-9a-fA-F]{40}$/.test(value) || /^[1-9A-HJ-NP-Za-km-z]{32,44}$/.test(value)

const Value = ({ value, names }: { value: string; names: Names }) =>
  isAddress(value) ? <Party address={value} names={names} /> : <span className={style['value']}>{value}</span>
