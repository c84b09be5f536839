import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canShare, copyText, shareLink } from '../lib/share-link.ts'
import shape from '../styles/shape.module.css'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import entry from './entry.module.css'
import styles from './ShareLink.module.css'

type CopyState = 'copied' | 'failed' | null

export type ShareLinkProps = {
  url: string
  /** What the address is, for screen readers. */
  label: string
  /** What it is sent as. */
  title: string
  /** It is what the screen is for: as wide as its place, and the first way stands out. */
  primary?: boolean
}

/** An address to be sent or copied; where neither works it stands there selected. */
export const ShareLink = ({ url, label, title, primary = false }: ShareLinkProps) => {
  const { t } = useTranslation('ui')
  const field = useRef<HTMLInputElement>(null)
  const [copyState, setCopyState] = useState<CopyState>(null)
  const select = () => {
    field.current?.focus()
    field.current?.select()
    return field.current !== null
  }
  const copy = async () => {
    const copied = await copyText(url, select)
    if (!copied) select()
    setCopyState(copied ? 'copied' : 'failed')
  }
  const share = async () => {
    if (!(await shareLink({ url, title }))) await copy()
  }
  const sends = canShare()
  return (
    <div className={classes(styles.link, primary && styles.wide)}>
      <input
        ref={field}
        className={classes(entry.entry, styles.address)}
        readOnly
        value={url}
        aria-label={label}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.ways}>
        {sends && (
          <Button variant={primary ? 'primary' : 'neutral'} icon="share" onClick={() => void share()}>
            {t('link.share')}
          </Button>
        )}
        <Button
          variant={primary && !sends ? 'primary' : 'neutral'}
          icon={copyState === 'copied' ? 'check' : 'copy'}
          onClick={() => void copy()}
        >
          {t(copyState === 'copied' ? 'link.copied' : 'link.copy')}
        </Button>
      </div>
      <p className={styles.copyState} role="status">
        {copyState === 'failed' && t('link.failed')}
        {copyState === 'copied' && <span className={shape.aside}>{t('link.copied')}</span>}
      </p>
    </div>
  )
}
