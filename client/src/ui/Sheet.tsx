import { Dialog } from '@base-ui/react/dialog'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarkedPage } from '../lib/marked-page.ts'
import { classes } from './classes.ts'
import { IconButton } from './IconButton.tsx'
import styles from './Sheet.module.css'

export type SheetProps = {
  title: string
  /** Escape, the page behind it, or the close button. */
  onClose(): void
  /** What scrolls below the title. */
  children: ReactNode
  /** One step back, where it is one of several. */
  onBack?: (() => void) | undefined
  /** Stays below what scrolls: the way on. */
  footer?: ReactNode
  /** Which of several it shows now: the next one is read from its beginning too. */
  step?: string | undefined
  /** `broad` for two columns side by side, `grand` for a gallery beside one, `narrow` for one thing after another. */
  size?: 'narrow' | 'normal' | 'broad' | 'grand' | undefined
  /** Of the part that scrolls. */
  className?: string | undefined
}

/** Begins at the top and with the focus there whenever another step is shown. */
const useBeginning = (step: string | undefined) => {
  const popup = useRef<HTMLDivElement>(null)
  const body = useRef<HTMLDivElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current === step) return
    shown.current = step
    body.current?.scrollTo(0, 0)
    popup.current?.focus()
  }, [step])
  return { popup, body }
}

/** A part of the product over the page it was opened from: as large as a phone's screen, a window on anything larger. */
export const Sheet = (props: SheetProps) => {
  const { title, onClose, onBack, children, footer, step, size = 'normal', className } = props
  const { t } = useTranslation()
  // It is read from its beginning: its first field may be a screen further down.
  const { popup, body } = useBeginning(step)
  const id = useId()
  useMarkedPage(size === 'narrow' ? 'narrow-sheet' : 'wide-sheet')
  useMarkedPage(onBack && 'sheet-back')
  return (
    <Dialog.Root open onOpenChange={(open) => !open && onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.backdrop} />
        <Dialog.Viewport className={styles.viewport}>
          <Dialog.Popup className={classes(styles.sheet, styles[size])} ref={popup} initialFocus={popup}>
            <header className={styles.head}>
              {onBack && (
                <IconButton className={styles.back} icon="left" label={t('action.back')} onClick={onBack} />
              )}
              <Dialog.Title className={styles.title}>{title}</Dialog.Title>
            </header>
            {/* Named by step: the router would scroll it to where the one before stood. */}
            <div
              className={classes(styles.body, className)}
              ref={body}
              data-scroll-restoration-id={`${id}/${step ?? ''}`}
            >
              {children}
            </div>
            {footer && <footer className={styles.foot}>{footer}</footer>}
            {/* Last in order, so that what the sheet is about comes first. */}
            <IconButton className={styles.close} icon="close" label={t('action.close')} onClick={onClose} />
          </Dialog.Popup>
        </Dialog.Viewport>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
