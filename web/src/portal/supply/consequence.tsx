import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import type { ReactNode } from 'react'
import { type CallError, isLost } from '../../api/error.ts'
import { Button } from '../../kit/button.tsx'
import { FormError } from '../../kit/form/form-error.tsx'
import { Facts, Panel } from '../../kit/page.tsx'
import { moneyText } from '../../kit/value/money.tsx'
import { leftRows } from '../../shared/limits.tsx'
import { useBalances } from '../use-balances.ts'
import { BalanceChange } from './balance-change.tsx'
import { amountProblem, isShort } from './refusal.ts'
import { limitRow, UsualTime } from './settles.tsx'
import style from './supply.module.css'
import type { Coin } from './words.ts'

export type Effect = {
  rows: readonly (readonly [string, ReactNode] | null)[]
  limits: readonly LimitLeft[] | undefined
  /** The balances that change, each by this amount. */
  changes: readonly { asset: AssetCode; change: string; isLater?: boolean; note?: string }[]
  note: ReactNode
}

type Props = {
  act: 'Mint' | 'Redeem'
  asset: Coin
  quantity: string
  isComplete: boolean
  isChecking: boolean
  /** From the dry run; undefined before its answer. */
  effect: Effect | undefined
  /** While the form is incomplete. */
  prompt: string
  error: CallError | null
  /** Fields that show their own errors. */
  fields: readonly string[]
  busy: boolean
}

/** The effect of a request, by the service's dry run, and the button that sends it. */
export function Consequence(props: Props) {
  const { act, asset, quantity, isChecking, effect, error, fields, busy } = props
  return (
    <Panel title="Before you confirm" note={isChecking ? 'checking…' : undefined}>
      <div className="stack">
        {effect === undefined ? (
          <p className="s13 muted">{hintOf(props)}</p>
        ) : (
          <div className={isChecking ? style['stale'] : undefined}>
            <Shown {...effect} />
          </div>
        )}
        {amountProblem(error, asset) === null && <FormError error={error} fields={fields} />}
        <Button
          type="submit"
          main
          tall
          wide
          busy={busy}
          disabled={effect === undefined || isChecking || (error !== null && !isLost(error))}
        >
          {effect === undefined ? act : `${act} ${moneyText(quantity, asset)}`}
        </Button>
      </div>
    </Panel>
  )
}

function hintOf({ act, error, isComplete, prompt }: Props): string {
  if (error === null) return isComplete ? 'One moment.' : prompt
  if (act === 'Mint' && isShort(error)) return 'Pay in the missing amount, or request less.'
  return 'The service would reject this request. Correct the marked fields.'
}

function Shown({ rows, limits, changes, note: below }: Effect) {
  const balances = useBalances()
  return (
    <>
      <Facts rows={[...rows, ['Settles', <UsualTime key="settles" />], limitRow(limits), ...leftRows(limits)]} />
      <div className={style['changes']}>
        {changes.map(({ asset, change, isLater = false, note }) => (
          <BalanceChange
            key={asset}
            title={`Available in ${asset}${isLater ? ', once settled' : ''}`}
            asset={asset}
            before={balances?.(asset) ?? '0'}
            change={change}
            {...(note !== undefined && { note })}
          />
        ))}
      </div>
      {below}
    </>
  )
}
