import { useEffect, useState } from 'react'

/** A value once it has not changed for a moment: one has stopped typing. */
export function useSettled<T>(value: T, pauseMs = 300): T {
  const text = JSON.stringify(value)
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(JSON.parse(text) as T), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
