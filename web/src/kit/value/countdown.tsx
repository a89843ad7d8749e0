import { useEffect, useState } from 'react'

/** The remaining time, by the second near its end. */
export function Countdown({ until, over = 'now' }: { until: string; over?: string }) {
  const left = useLeft(until)
  return <time dateTime={until}>{left <= 0 ? over : durationText(left)}</time>
}

/** The remaining milliseconds, updated every second; 0 afterwards. */
export function useLeft(until: string): number {
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [])
  return Math.max(0, Date.parse(until) - now)
}

/** `2 h 40 min`, `3 d 4 h`, `45 s`, never broken over two lines. */
export const durationText = (ms: number): string => inWords(ms).replaceAll(' ', '\u00A0')

function inWords(ms: number): string {
  const seconds = Math.ceil(ms / 1_000)
  const [days, hours, minutes] = [
    Math.floor(seconds / 86_400),
    Math.floor(seconds / 3_600) % 24,
    Math.floor(seconds / 60) % 60,
  ]
  if (days > 0) return hours > 0 ? `${days} d ${hours} h` : `${days} d`
  if (hours > 0) return minutes > 0 ? `${hours} h ${minutes} min` : `${hours} h`
  if (minutes > 0) return `${minutes} min`
  return `${seconds} s`
}
