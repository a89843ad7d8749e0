import { type RefObject, useLayoutEffect, useState } from 'react'

/** Up to this number all rows are drawn. */
const few = 200
/** Rows drawn beyond both edges of the screen, so that scrolling shows no gap. */
const spare = 20

/** The rows near the screen, and the space for the rows before and after. All rows have the same height. */
export function useWindow(body: RefObject<HTMLElement | null>, count: number) {
  const [range, setRange] = useState({ first: 0, end: few, height: 36 })
  const isLong = count > few
  useLayoutEffect(() => {
    if (!isLong) return
    let frame = 0
    const measure = () => {
      const element = body.current
      if (element === null) return
      const height = element.querySelector<HTMLElement>('[data-row]')?.offsetHeight || 36
      const hidden = -element.getBoundingClientRect().top
      const first = Math.max(0, Math.floor(hidden / height) - spare)
      const end = Math.min(count, Math.ceil((hidden + innerHeight) / height) + spare)
      setRange((was) =>
        was.first === first && was.end === end && was.height === height ? was : { first, end, height },
      )
    }
    const onScroll = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(measure)
    }
    measure()
    addEventListener('scroll', onScroll, { passive: true })
    addEventListener('resize', onScroll)
    return () => {
      cancelAnimationFrame(frame)
      removeEventListener('scroll', onScroll)
      removeEventListener('resize', onScroll)
    }
  }, [body, count, isLong])
  if (!isLong) return { first: 0, end: count, before: 0, after: 0 }
  const { first, end, height } = range
  return { first, end, before: first * height, after: Math.max(0, count - end) * height }
}
