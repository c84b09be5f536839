import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'

export type SheetProps = {
  title: string
  /** Escape, the page behind it, or the close button. */
  onClose(): void
  /** What scrolls below the title. */
  children: ReactNode
  /** `broad` for two columns side by side. */
  size?: 'normal' | 'broad' | undefined
  /** Of the part that scrolls. */
  className?: string | undefined
}

/** A part of the product over the page it was opened from: as large as a phone's screen, a window on anything larger. */
export const Sheet = ({ title, onClose, children, size = 'normal', className }: SheetProps) => {
  const { t } = useTranslation()
  // It is read from its beginning: its first field may be a screen further down.
  const popup = useRef<HTMLDivElement>(null)
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={classes(styles.sheet, styles[size])} ref={popup} initialFocus={popup}>
            <header className={styles.head}>
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            </header>
            <div className={classes(styles.body, className)}>{children}</div>
            {/* Last in order, so that what the sheet is about comes first. */}
            <IconButton className={styles.close} icon="close" label={t('action.close')} onClick={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
