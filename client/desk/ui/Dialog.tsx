import { Dialog as Base } from '@base-ui/react/dialog'
import { X } from 'lucide-react'
import type { ReactNode, RefObject } from 'react'
import { IconButton } from './Button.tsx'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'

export type DialogProps = {
  open: boolean
  onClose: () => void
  title: ReactNode
  detail?: ReactNode
  children?: ReactNode
  /** Buttons, the one that goes on last. */
  actions?: ReactNode
  wide?: boolean
  /** What has the focus first, instead of the first thing that can have it. */
  initialFocus?: RefObject<HTMLElement | null>
}

/** A modal: focus stays inside and goes back afterwards. */
export const Dialog = ({
  open,
  onClose,
  title,
  detail,
  children,
  actions,
  wide = false,
  initialFocus,
}: DialogProps) => (
  <Base.Root
    open={open}
    onOpenChange={(next) => {
      if (!next) onClose()
    }}
  >
    <Base.Portal>
      <Base.Backdrop className={styles.backdrop} />
      <Base.Viewport className={styles.viewport}>
        <Base.Popup
          className={classes(styles.popup, wide && styles.wide)}
          {...(initialFocus ? { initialFocus } : {})}
        >
          <div className={styles.head}>
            <Base.Title className={styles.title}>{title}</Base.Title>
            <IconButton icon={X} label="Close" onClick={onClose} />
          </div>
          {detail && <Base.Description className={styles.detail}>{detail}</Base.Description>}
          {children}
          {actions && <div className={styles.actions}>{actions}</div>}
        </Base.Popup>
      </Base.Viewport>
    </Base.Portal>
  </Base.Root>
)
