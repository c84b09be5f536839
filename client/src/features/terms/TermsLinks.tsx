import { useTranslation } from 'react-i18next'
import styles from './terms.module.css'

/** What is accepted, with links to it, which open beside the page so that a form keeps what was typed. */
export const TermsLinks = ({ of }: { of: 'register' | 'deposit' }) => {
  const { t } = useTranslation('terms')
  // The text names its links as <terms>…</terms> and <privacy>…</privacy>.
  const [before, ...linked] = t(`accept.${of}`).split(/<(?=terms>|privacy>)/)
  return (
    <>
      {before}
      {linked.map((part) => {
        const [path, text, after] = part.split(/<\/\w+>|>/)
        return (
          <span key={path}>
            <a className={styles.link} href={`/${path}`} target="_blank" rel="noopener">
              {text}
            </a>
            {after}
          </span>
        )
      })}
    </>
  )
}
