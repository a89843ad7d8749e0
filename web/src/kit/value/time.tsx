const parts = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat('en-GB', options)
const short = parts({
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const withYear = parts({
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  hour12: false,
})
const dayOnly = parts({ day: 'numeric', month: 'short', year: 'numeric' })
const full = parts({ dateStyle: 'full', timeStyle: 'long' })

type Props = {
  at: string | null
  /** Only the day; the hour is on hover. */
  day?: boolean
  /** Where it is evidence: UTC beside it, to the millisecond. */
  evidence?: boolean
}

/** Local time; its zone, and UTC, on hover. */
export function Time({ at, day = false, evidence = false }: Props) {
  if (at === null) return <span className="muted">not yet</span>
  const date = new Date(at)
  return (
    <time dateTime={at} title={`${full.format(date)} · ${at} UTC`}>
      {day ? dayOnly.format(date) : timeText(at)}
      {evidence && <small className="mono muted"> {at}</small>}
    </time>
  )
}

/** The year is said where it is not this one. */
export function timeText(at: string): string {
  const date = new Date(at)
  const isThisYear = date.getFullYear() === new Date().getFullYear()
  return (isThisYear ? short : withYear).format(date).replace(',', '')
}
