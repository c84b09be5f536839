import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { openChat } from '../../features/chat/door.ts'
import shape from '../../styles/shape.module.css'
import { classes } from '../../ui/classes.ts'
import { Logo } from '../../ui/Logo.tsx'
import styles from './Footer.module.css'
import { Unread } from './Unread.tsx'

/** The year of the copyright. */
const copyrightYear = 2025

/** What is asked for seldom: how it works and why it is fair, what keeps play safe, the settings. */
export const Footer = () => {
  const { t } = useTranslation('panels')
  return (
    <footer className={styles.footer}>
      <div className={classes(shape.wrap, styles.row)}>
        <Logo />
        <nav className={styles.links} aria-label={t('layout.footerNav')}>
          <Link className={styles.link} to="/" hash="how">
            {t('layout.how')}
          </Link>
          <Link className={styles.link} to="/" hash="fairness">
            {t('layout.fairness')}
          </Link>
          <Link className={styles.link} to="/" search={{ modal: 'play' }}>
            {t('layout.play')}
          </Link>
          <Link className={styles.link} to="/" search={{ modal: 'settings' }}>
            {t('layout.settings')}
          </Link>
          <button type="button" className={styles.link} data-click="open-chat" onClick={openChat}>
            <span>
              {t('layout.support')} <Unread />
            </span>
          </button>
        </nav>
        <span className={styles.year}>{t('layout.footer', { year: copyrightYear })}</span>
      </div>
    </footer>
  )
}
