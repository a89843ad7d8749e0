import type { Output } from '../../api/call.ts'
import { useCall } from '../../api/use-call.ts'
import { Badge } from '../../kit/value/badge.tsx'
import { Loaded } from '../../kit/loading.tsx'
import { Section } from '../../kit/page.tsx'
import { sentence } from '../../kit/value/states.ts'
import style from './ledger.module.css'

/** The rules of the books, with the result of the last check. */
export function Checks() {
  const checks = useCall('ledgerChecks', {})
  return (
    <div className="sec-gap">
      <Section title="Rules of the books" note="as checked by specie check">
        <Loaded query={checks}>
          {({ checks: all }) => {
            const broken = all.filter(({ ok }) => ok === false)
            return (
              <>
                <Rules rules={broken} />
                <details className={style['all']}>
                  <summary>All {all.length} rules</summary>
                  <Rules rules={all} />
                </details>
              </>
            )
          }}
        </Loaded>
      </Section>
    </div>
  )
}

type Rule = Output<'ledgerChecks'>['checks'][number]

function Rules({ rules }: { rules: readonly Rule[] }) {
  if (rules.length === 0) return null
  return (
    <ul className={style['checks']}>
      {rules.map(({ invariant, what, ok }) => (
        <li key={`${invariant} ${what}`}>
          <span className={style['what']}>
            <b>{invariant}</b> {sentence(what)}
          </span>
          <Result ok={ok} />
        </li>
      ))}
    </ul>
  )
}

function Result({ ok }: { ok: boolean | null }) {
  if (ok === null) return <Badge tone="quiet">Not checked</Badge>
  return ok ? <Badge tone="done">Holds</Badge> : <Badge tone="broken">Broken</Badge>
}
