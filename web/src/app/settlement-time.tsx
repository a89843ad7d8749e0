import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { refreshMs } from '../api/refresh.ts'
import { isUat } from './environment.ts'

type Clock = { settlement: string; wall: string; speed: number }

const format = new Intl.DateTimeFormat('en-GB', {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  timeZoneName: 'short',
})

/** Settlement time of UAT, which runs faster than real time. Hidden if the sandbox is closed to this machine. */
export function SettlementTime() {
  const { now, speed, isKnown } = useSettlementClock()
  if (!isKnown) return null
  return (
    <>
      Settlement time runs {speed} times faster; it is now {format.format(now)}.
    </>
  )
}

/** Settlement time, updated every second. In production it is real time. */
export function useSettlementClock(): { now: number; speed: number; isKnown: boolean } {
  const { data } = useQuery({
    queryKey: ['sandbox clock'],
    queryFn: readClock,
    refetchInterval: refreshMs,
    retry: false,
    enabled: isUat,
  })
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  if (!data) return { now, speed: 1, isKnown: false }
  return {
    now: Date.parse(data.settlement) + Math.max(0, now - data.readAt) * data.speed,
    speed: data.speed,
    isKnown: true,
  }
}

async function readClock(): Promise<(Clock & { readAt: number }) | null> {
  const response = await fetch('/sandbox/v1/clock')
  return response.ok ? { ...((await response.json()) as Clock), readAt: Date.now() } : null
}
