import type { ReactNode } from 'react'
import { Trans, useTranslation } from 'react-i18next'
import styles from './terms.module.css'

/** Opens beside the page, so that a form keeps what was typed. */
const Beside = ({ path, children }: { path: '/terms' | '/privacy'; children?: ReactNode }) => (
  <a className={styles.link} href={path} target="_blank" rel="noopener">
    {children}
  </a>
)

/** What is accepted, with links to it. */
export const TermsLinks = ({ of }: { of: 'register' | 'deposit' }) => {
  const { t } = useTranslation('terms')
  return (
    <Trans
      t={t}
      i18nKey={`accept.${of}`}
      components={{ terms: <Beside path="/terms" />, privacy: <Beside path="/privacy" /> }}
    />
  )
}
