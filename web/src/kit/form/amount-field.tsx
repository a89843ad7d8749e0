import { type ChangeEvent, type InputHTMLAttributes, useRef } from 'react'
import { moneyText } from '../value/money.tsx'
import { editAmount, readAmount, shownAmount } from './amount.ts'
import { FieldShell, type OnText, type Rest, type Shell } from './field.tsx'

type Props = Shell &
  OnText &
  Omit<Rest<InputHTMLAttributes<HTMLInputElement>>, 'max'> & {
    currency: string
    /** The largest amount that is possible now, for the button next to the field; null if it is not known yet. */
    max?: string | null
  }

/** An amount of money, shown in groups of thousands. Its value has plain digits and one point. */
export function AmountField(props: Props) {
  const { label, aside, hint, name, error, problem, currency, max, value, onChange, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const shown = shownAmount(value)
  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLInputElement>) => {
    const forward = 'inputType' in nativeEvent && nativeEvent.inputType === 'deleteContentForward'
    const caret = target.selectionStart ?? target.value.length
    const edited = editAmount({ before: shown, after: target.value, caret, forward }, currency)
    // Set here, because React would put the caret at the end.
    if (target.value !== edited.shown) {
      target.value = edited.shown
      target.setSelectionRange(edited.caret, edited.caret)
    }
    onChange(edited.plain)
  }
  const take = (amount: string) => {
    onChange(amount)
    input.current?.focus()
  }
  return (
    <FieldShell
      {...{ label, aside, hint, name, error: error ?? null, problem: problem ?? readAmount(value).problem }}
      className="figure"
      render={(ids) => (
        <>
          <input
            ref={input}
            type="text"
            inputMode="decimal"
            autoComplete="off"
            {...rest}
            {...ids}
            value={shown}
            onChange={edit}
          />
          <span className="c">{currency}</span>
          {max !== undefined && <Max {...{ max, currency, take }} />}
        </>
      )}
    />
  )
}

type MaxProps = { max: string | null; currency: string; take: (amount: string) => void }

function Max({ max, currency, take }: MaxProps) {
  const isNothing = max === null || !/[1-9]/.test(max)
  return (
    <button
      type="button"
      className="max"
      disabled={isNothing}
      title={isNothing ? 'Nothing is available.' : moneyText(max, currency)}
      onClick={() => take(max!)}
    >
      Max
    </button>
  )
}
