import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { copyText } from '../lib/share-link.ts'
import shape from '../styles/shape.module.css'
import styles from './CopyButton.module.css'
import { classes } from './classes.ts'
import { Icon } from './Icon.tsx'

/** How long it says the outcome, in milliseconds. */
const tellMs = 2_500

/** Copies `text`; `what` names it, as in "Copy order number". Says whether it worked, also without a clipboard. */
export const CopyButton = ({ text, what }: { text: string; what: string }) => {
  const { t } = useTranslation('ui')
  const source = useRef<HTMLInputElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const [told, tell] = useState<'copied' | 'failed' | null>(null)
  useEffect(() => {
    if (told === null) return
    const timer = setTimeout(() => tell(null), tellMs)
    return () => clearTimeout(timer)
  }, [told])
  const select = () => {
    source.current?.focus()
    source.current?.select()
    return source.current !== null
  }
  const copy = async () => {
    const copied = await copyText(text, select)
    if (document.activeElement === source.current) button.current?.focus()
    tell(copied ? 'copied' : 'failed')
  }
  const label = t('copy.label', { what })
  return (
    <span className={styles.copy}>
      <button
        ref={button}
        type="button"
        className={classes(styles.button, told && styles[told])}
        aria-label={label}
        title={label}
        onClick={() => void copy()}
      >
        <Icon name={told === 'copied' ? 'check' : told === 'failed' ? 'close' : 'copy'} size={18} />
      </button>
      {/* What is copied where there is no clipboard: selected as if it were typed there. */}
      <input ref={source} className={styles.source} readOnly tabIndex={-1} aria-hidden="true" value={text} />
      <span className={shape.aside} role="status">
        {told && t(`copy.${told}`, { what })}
      </span>
    </span>
  )
}
