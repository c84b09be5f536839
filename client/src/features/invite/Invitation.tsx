import type { ReferralData } from '@minefall/shared/contracts'
import { useTranslation } from 'react-i18next'
import { Coin } from '../../ui/Coin.tsx'
import { CopyButton } from '../../ui/CopyButton.tsx'
import { QrCode } from '../../ui/QrCode.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import { useCoinsText } from '../../ui/use-coins-text.ts'
import styles from './invitation.module.css'
import { groupedCode, invitationLink } from './invitation-link.ts'

type InvitationProps = {
  code: string | undefined
  /** Not known until it is loaded; the code is good without it. */
  rule: ReferralData['rule'] | undefined
}

/** The code and the link that bring others to this account: to be read out, scanned, copied or sent. */
export const Invitation = ({ code, rule }: InvitationProps) => {
  const { t } = useTranslation('invite')
  const coinsText = useCoinsText()
  if (!code) return null
  const link = invitationLink(code)
  return (
    <section className={styles.card} aria-labelledby="invitation">
      <h3 id="invitation" className={styles.title}>
        <span className={styles.coin}>
          <Coin purse="promo" />
        </span>
        {rule ? t('invitation.title', { coins: coinsText(rule.gift, 'promo') }) : t('invitation.plain')}
      </h3>
      <div className={styles.ways}>
        <QrCode text={link} />
        <dl className={styles.code}>
          <dt>{t('invitation.code')}</dt>
          <dd className={styles.digits}>{groupedCode(code)}</dd>
          <dd>
            <CopyButton text={code} what={t('invitation.what')} />
          </dd>
        </dl>
      </div>
      <ShareLink url={link} label={t('invitation.link')} title={t('invitation.shareTitle')} primary />
    </section>
  )
}
