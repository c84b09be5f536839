import { Dialog as Base } from '@base-ui/react/dialog'
import { type ReactNode, type RefObject, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useMarkedPage } from '../lib/marked-page.ts'
import { classes } from './classes.ts'
import styles from './Dialog.module.css'
import { IconButton } from './IconButton.tsx'

export type DialogProps = {
  open: boolean
  /** Escape, backdrop or the close button. */
  onClose: () => void
  title: ReactNode
  description?: ReactNode
  /** Above the title: a drawing. */
  glyph?: ReactNode
  children?: ReactNode
  /**
   * `wide` for text to read; `narrow`, the default, for a decision; `form` for one to fill in, on a phone a sheet at
   * the thumb.
   */
  size?: 'narrow' | 'wide' | 'form' | undefined
  /** What has the focus first, instead of the first thing that can have it. */
  initialFocus?: RefObject<HTMLElement | null> | undefined
  /** It is there while it is closed, unseen: to make it can take a slow phone longer than to open it. */
  keepMounted?: boolean | undefined
  className?: string | undefined
}

/** A modal: focus stays inside and goes back afterwards. Its code comes with the first one that is shown. */
export const Dialog = ({
  open,
  onClose,
  title,
  description,
  glyph,
  children,
  size = 'narrow',
  initialFocus,
  keepMounted = false,
  className,
}: DialogProps) => {
  const { t } = useTranslation()
  // A text is read from its beginning: its first button may be a screen further down.
  const popup = useRef<HTMLDivElement>(null)
  useMarkedPage(open ? 'dialog' : undefined)
  const focus = initialFocus ?? (size === 'wide' ? popup : undefined)
  return (
    <Base.Root open={open} onOpenChange={(next) => !next && onClose()}>
      <Base.Portal keepMounted={keepMounted}>
        <Base.Backdrop className={styles.backdrop} />
        <Base.Viewport
          className={classes(styles.viewport, size === 'form' && styles.sheet, keepMounted && styles.kept)}
        >
          <Base.Popup
            className={classes(styles.popup, styles[size], className)}
            ref={popup}
            {...(focus ? { initialFocus: focus } : {})}
            // React tells a form that this was opened from of what is sent in here, too.
            onSubmit={(event) => event.stopPropagation()}
          >
            {glyph}
            <Base.Title className={styles.title}>{title}</Base.Title>
            {description && <Base.Description className={styles.description}>{description}</Base.Description>}
            {children}
            {/* Last in order, so that what the dialog is about comes first. */}
            <IconButton className={styles.close} icon="close" label={t('action.close')} onClick={onClose} />
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  )
}

/** The buttons of a dialog, one below the other; `split` puts all but the first side by side. */
export const DialogActions = ({ children, split = false }: { children: ReactNode; split?: boolean }) => (
  <div className={classes(styles.actions, split && styles.split)}>{children}</div>
)
