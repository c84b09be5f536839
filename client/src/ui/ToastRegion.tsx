import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useStore } from '../lib/store.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import { Icon, type IconName } from './Icon.tsx'
import { IconButton } from './IconButton.tsx'
import styles from './ToastRegion.module.css'
import { type Toast, type ToastTone, toasts } from './toasts.ts'

const signs: Record<ToastTone, IconName> = { plain: 'bell', good: 'check', warn: 'clock', bad: 'alert' }

const Note = ({ toast }: { toast: Toast }) => {
  // Shown again in another language.
  const { t } = useTranslation()
  const [held, hold] = useState(false)
  // One that takes the place of another of its id stays as long as any.
  useEffect(() => {
    if (toast.stayMs === null || held) return
    const timer = setTimeout(() => toasts.close(toast.id), toast.stayMs)
    return () => clearTimeout(timer)
  }, [toast, held])
  const { id } = toast
  const actions = [toast.action, toast.otherAction].filter((action) => action !== undefined)
  return (
    <li
      className={classes(styles.toast, styles[toast.tone], toast.isLong && styles.long)}
      onPointerEnter={() => hold(true)}
      onPointerLeave={() => hold(false)}
      onFocus={() => hold(true)}
      onBlur={() => hold(false)}
    >
      <Icon className={styles.sign} name={toast.icon ?? signs[toast.tone]} />
      <span className={styles.text}>
        {toast.title()}
        {toast.detail && <small>{toast.detail()}</small>}
      </span>
      {actions.length > 0 && (
        <span className={styles.actions}>
          {actions.map(({ label, run }) => (
            <Button
              key={label()}
              variant="text"
              onClick={() => {
                toasts.close(id)
                run()
              }}
            >
              {label()}
            </Button>
          ))}
        </span>
      )}
      <IconButton
        className={styles.close}
        icon="close"
        label={t('action.close')}
        onClick={() => toasts.close(id)}
      />
    </li>
  )
}

/** Tells the style sheet how much of the page's top a keyboard or a pinch has pushed out of sight: `--pushed`. */
const usePushed = (isShown: boolean) => {
  const region = useRef<HTMLUListElement>(null)
  useEffect(() => {
    const seen = window.visualViewport
    if (!isShown || !seen) return
    const place = () => region.current?.style.setProperty('--pushed', `${seen.offsetTop}px`)
    place()
    const told = ['scroll', 'resize'] as const
    for (const name of told) seen.addEventListener(name, place)
    return () => {
      for (const name of told) seen.removeEventListener(name, place)
    }
  }, [isShown])
  return region
}

/** Where notes appear, once in a layout. A note waits while it is pointed at or has the focus. */
export const ToastRegion = () => {
  const shown = useStore(toasts)
  const region = usePushed(shown.length > 0)
  return (
    <ul className={styles.region} ref={region} aria-live="polite" aria-relevant="additions text">
      {shown.map((toast) => (
        <Note key={toast.id} toast={toast} />
      ))}
    </ul>
  )
}
