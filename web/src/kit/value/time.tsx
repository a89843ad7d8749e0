import { dayText, fullText, isDate, timeText } from './time-text.ts'

type Props = {
  at: string | null
  /** Only the day; the time is on hover. */
  day?: boolean
  /** For evidence: with UTC to the millisecond. */
  evidence?: boolean
}

/** Local time, with zone and UTC on hover. A date has no zone. */
export function Time({ at, day = false, evidence = false }: Props) {
  if (at === null) return <span className="muted">not yet</span>
  return (
    <time dateTime={at} title={fullText(at)}>
      <span className="nw">{day || isDate(at) ? dayText(at) : timeText(at)}</span>
      {evidence && <small className="mono muted"> {at}</small>}
    </time>
  )
}
