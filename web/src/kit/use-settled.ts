import { useEffect, useState } from 'react'

/** A text once it has not changed for a moment: typing has paused. */
export function useSettled(text: string, pauseMs = 300): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}
