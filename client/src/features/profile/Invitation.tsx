import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { buttonClass } from '../../ui/Button.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { groupedCode, invitationLink } from '../invite/invitation-link.ts'
import styles from './invitation.module.css'

/** The code that brings others to this account, its link to copy, and the way to what it earns. */
export const Invitation = ({ code }: { code: string }) => {
  const { t } = useTranslation('profile')
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h3 id="invitation" className={styles.title}>
        {t('invitation.title')}
      </h3>
      <p className={styles.code}>{groupedCode(code)}</p>
      <div className={styles.copy}>
        <CopyButton text={invitationLink(code)} what={t('invitation.link')} />
      </div>
      <Link className={buttonClass({ variant: 'quiet', wide: true })} to="/" search={{ modal: 'invite' }}>
        <Icon name="gift" />
        {t('invitation.more')}
      </Link>
    </section>
  )
}
