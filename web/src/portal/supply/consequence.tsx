import type { ReactNode } from 'react'
import { type CallError, isLost } from '../../api/error.ts'
import { Button } from '../../kit/button.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Panel } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { amountProblem } from './refusal.ts'
import style from './supply.module.css'
import type { Coin } from './words.ts'

type Props = {
  act: 'Mint' | 'Redeem'
  asset: Coin
  quantity: string
  isChecking: boolean
  /** What the dry run has answered, in words; undefined while there is no answer. */
  children: ReactNode | undefined
  /** Instead of the answer, before there is one. */
  before: string
  error: CallError | null
  /** Fields that show their errors themselves. */
  fields: readonly string[]
  busy: boolean
}

/** What a request would do, by the service's own dry run, and the button that sends it. */
export function Consequence({ act, asset, quantity, isChecking, children, before, error, fields, busy }: Props) {
  const isAnswered = children !== undefined
  return (
    <Panel title="Before you confirm" note={isChecking ? 'asking the service…' : undefined}>
      <div className="stack">
        {isAnswered ? (
          <div className={isChecking ? style['stale'] : undefined}>{children}</div>
        ) : (
          <p className="s13 muted">{before}</p>
        )}
        {amountProblem(error, asset) === null && <FormError error={error} fields={fields} />}
        <Button
          type="submit"
          main
          tall
          wide
          busy={busy}
          disabled={!isAnswered || isChecking || (error !== null && !isLost(error))}
        >
          {isAnswered ? `${act} ${moneyText(quantity, asset)}` : act}
        </Button>
      </div>
    </Panel>
  )
}
