import { Drawer as MantineDrawer, Modal } from '@mantine/core'
import type { ReactNode } from 'react'

type Props = { open: boolean; title: string; onClose: () => void; children: ReactNode; wide?: boolean }
type DialogProps = Props & {
  above?: boolean
  /** Its content is shown only once: neither Escape nor a click next to it closes it. */
  onlyOnce?: boolean
}

/** Above the dialog that opened it. */
const aboveOthers = 300

// `lockScroll` injects a style, which the policy of the pages forbids.
const common = {
  lockScroll: false,
  transitionProps: { duration: 0 },
  closeButtonProps: { 'aria-label': 'Close' },
} as const

export function Dialog({ open, title, onClose, children, wide = false, above = false, onlyOnce = false }: DialogProps) {
  return (
    <Modal
      {...common}
      opened={open}
      onClose={onClose}
      title={title}
      centered
      closeOnEscape={!onlyOnce}
      closeOnClickOutside={!onlyOnce}
      withCloseButton={!onlyOnce}
      size={wide ? 640 : 440}
      {...(above && { zIndex: aboveOthers })}
    >
      {children}
    </Modal>
  )
}

/** A dialog at the side; the page stays visible. */
export function Drawer({ open, title, onClose, children }: Props) {
  return (
    <MantineDrawer {...common} opened={open} onClose={onClose} title={title} position="right" size={440}>
      {children}
    </MantineDrawer>
  )
}
