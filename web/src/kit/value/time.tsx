import { dayText, fullText, timeText } from './time-text.ts'

type Props = {
  at: string | null
  /** Only the day; the hour is on hover. */
  day?: boolean
  /** Where it is evidence: UTC beside it, to the millisecond. */
  evidence?: boolean
}

/** Local time; its zone, and UTC, on hover. A date is the same everywhere. */
export function Time({ at, day = false, evidence = false }: Props) {
  if (at === null) return <span className="muted">not yet</span>
  return (
    <time dateTime={at} title={fullText(at)}>
      <span className="nw">{day ? dayText(at) : timeText(at)}</span>
      {evidence && <small className="mono muted"> {at}</small>}
    </time>
  )
}
