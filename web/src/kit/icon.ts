import type { ComponentType } from 'react'

/** An icon of @tabler/icons-react. */
export type IconType = ComponentType<{ className?: string; 'aria-hidden'?: boolean }>
