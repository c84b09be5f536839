import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { toasts } from '../../ui/toasts.ts'
import styles from './invitation.module.css'

/** Eight digits in two groups, to be read aloud. */
const grouped = (code: string) => code.replace(/^(\d{4})(\d{4})$/, '$1 $2')

const linkOf = (code: string) => `${window.location.origin}/?${new URLSearchParams({ invite: code })}`

/** The code that brings others to this account, and the address that carries it. */
export const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('profile')
  const [copied, setCopied] = useState<'code' | 'link' | null>(null)
  const copy = async (what: 'code' | 'link') => {
    try {
      await navigator.clipboard.writeText(what === 'code' ? code : linkOf(code))
      setCopied(what)
    } catch {
      // A page without a certificate, or one that may not: both texts stand there to be selected.
      toasts.show({ id: 'copy', tone: 'warn', title: t('invitation.notCopied') })
    }
  }
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h3 id="invitation" className={styles.title}>
        {t('invitation.title')}
      </h3>
      <p className={styles.code}>{grouped(code)}</p>
      <p className={styles.link}>{linkOf(code)}</p>
      <div className={styles.ways}>
        {(['code', 'link'] as const).map((what) => (
          <Button
            key={what}
            variant="quiet"
            icon={copied === what ? 'check' : 'copy'}
            onClick={() => copy(what)}
          >
            {t(copied === what ? 'invitation.copied' : `invitation.${what}`)}
          </Button>
        ))}
      </div>
      <p className={styles.spoken} role="status">
        {copied && t('invitation.copied')}
      </p>
    </section>
  )
}
