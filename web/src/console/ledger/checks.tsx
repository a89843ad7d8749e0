import { useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/badge.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/states.ts'
import style from './ledger.module.css'

/** What must always hold in the books, and whether it did at the last check. */
export function Checks() {
  const checks = useCall('ledgerChecks', {})
  return (
    <div className="sec-gap">
      <Section title="What must always hold" note="as specie check compares it">
        <Loaded query={checks}>
          {(data) => (
            <ul className={style['checks']}>
              {data.checks.map(({ invariant, what, ok }) => (
                <li key={invariant}>
                  <span className={style['what']}>
                    <b>{invariant}</b> {sentence(what)}
                  </span>
                  <Result ok={ok} />
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </Section>
    </div>
  )
}

function Result({ ok }: { ok: boolean | null }) {
  if (ok === null) return <Badge tone="quiet">Not checked</Badge>
  return ok ? <Badge tone="done">Holds</Badge> : <Badge tone="broken">Broken</Badge>
}
