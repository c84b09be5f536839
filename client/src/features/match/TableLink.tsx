import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { canShare, copyText, shareLink } from '../../lib/share-link.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './gathering.module.css'

type Told = 'copied' | 'failed' | null

/** The link to this match, to be copied or sent; where neither works it stands there selected. */
export const TableLink = ({ url, title }: { url: string; title: string }) => {
  const { t } = useTranslation('match')
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
  return (
    <div className={styles.link}>
      <input
        ref={field}
        className={styles.address}
        readOnly
        value={url}
        aria-label={t('gathering.link')}
        onFocus={(event) => event.target.select()}
      />
      <div className={styles.ways}>
        <Button icon={told === 'copied' ? 'check' : 'copy'} onClick={() => void copy()}>
          {t(told === 'copied' ? 'gathering.copied' : 'gathering.copy')}
        </Button>
        {canShare() && (
          <Button icon="share" onClick={() => void share()}>
            {t('gathering.share')}
          </Button>
        )}
      </div>
      <p className={styles.told} role="status">
        {told === 'failed' && t('gathering.copyFailed')}
        {told === 'copied' && <span className={styles.spoken}>{t('gathering.copied')}</span>}
      </p>
    </div>
  )
}
