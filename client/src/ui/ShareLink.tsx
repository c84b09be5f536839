import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canShare, copyText, shareLink } from '../lib/share-link.ts'
import { Button } from './Button.tsx'
import { classes } from './classes.ts'
import entry from './entry.module.css'
import styles from './ShareLink.module.css'

type Told = 'copied' | 'failed' | null

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
  const [told, tell] = useState<Told>(null)
  const select = () => {
    field.current?.focus()
    field.current?.select()
    return field.current !== null
  }
  const copy = async () => {
    const copied = await copyText(url, select)
    if (!copied) select()
    tell(copied ? 'copied' : 'failed')
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
          icon={told === 'copied' ? 'check' : 'copy'}
          onClick={() => void copy()}
        >
          {t(told === 'copied' ? 'link.copied' : 'link.copy')}
        </Button>
      </div>
      <p className={styles.told} role="status">
        {told === 'failed' && t('link.failed')}
        {told === 'copied' && <span className={styles.spoken}>{t('link.copied')}</span>}
      </p>
    </div>
  )
}
