import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'

type Clock = { settlement: string; wall: string; speed: number }

const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Settlement time of UAT, which runs faster than the clock on the wall. Hidden where the sandbox is closed to us. */
export function SettlementTime() {
  const { data } = useQuery({ queryKey: ['sandbox clock'], queryFn: readClock, refetchInterval: 30_000, retry: false })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!data) return null
  const shown = Date.parse(data.settlement) + Math.max(0, now - data.readAt) * data.speed
  return (
    <>
      Settlement time runs {data.speed} times faster and stands at {format.format(shown)}.
    </>
  )
}

async function readClock(): Promise<(Clock & { readAt: number }) | null> {
  const response = await fetch('/sandbox/v1/clock')
  return response.ok ? { ...((await response.json()) as Clock), readAt: Date.now() } : null
}
