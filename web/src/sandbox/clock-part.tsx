import { useState } from 'react'
import { useSettlementClock } from '../app/settlement-time.tsx'
import { sandbox } from '../app/sandbox.ts'
import { Button } from '../kit/button.tsx'
import { Choose } from '../kit/form/field.tsx'
import { Facts } from '../kit/page.tsx'
import { timeText } from '../kit/value/time-text.ts'
import { Outcome } from './outcome.tsx'
import { useLever } from './use-lever.ts'

const steps = [
  { value: '1800', label: '30 minutes' },
  { value: '10860', label: '3 hours: a mint or redemption settles' },
  { value: '86400', label: '1 day' },
  { value: '259200', label: '3 days: over a weekend' },
  { value: '604800', label: '1 week' },
]

type Moved = { settlement: string; done: boolean; remaining: number }

/** Moves settlement time; everything that becomes due in between is done. */
export function ClockPart() {
  const { now, isKnown } = useSettlementClock()
  const [seconds, setSeconds] = useState('10860')
  const { pull, busy, error, outcome } = useLever()
  const after = new Date(now + Number(seconds) * 1_000).toISOString()
  const move = async () => {
    const { settlement } = await sandbox<Moved>('clock')
    pull<Moved>('clock/advance', { seconds: Number(seconds) }, (moved) => ({
      text: moved.done
        ? `Settlement time was ${timeText(settlement)} and is ${timeText(moved.settlement)}. Everything due is done.`
        : `Settlement time was ${timeText(settlement)} and is ${timeText(moved.settlement)}; ${moved.remaining} seconds are left. Move it again.`,
    }))
  }
  return (
    <div className="stack">
      <Choose label="Time to pass" name="seconds" value={seconds} onChange={setSeconds} options={steps} error={error} />
      {isKnown && (
        <Facts
          rows={[
            ['Settlement time now', timeText(new Date(now).toISOString())],
            ['Afterwards', timeText(after)],
          ]}
        />
      )}
      <p className="s13 muted">Timers fire in order, hour by hour. A week takes up to a minute.</p>
      <Button main wide busy={busy} onClick={() => void move()}>
        Move the clock
      </Button>
      <Outcome outcome={outcome} error={error} />
    </div>
  )
}
