import { type RefObject, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { dropInvitation, readInvitation } from '../../machines/login/index.ts'
import { Button } from '../../ui/Button.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { groupedCode } from '../invite/invitation-link.ts'
import styles from './login.module.css'

/** The kept invitation code; another tab may follow another link, or use it up. */
const useInvitation = (): [string | null, () => void] => {
  const [code, setCode] = useState(readInvitation)
  useEffect(() => {
    const look = () => setCode(readInvitation())
    window.addEventListener('storage', look)
    return () => window.removeEventListener('storage', look)
  }, [])
  const drop = () => {
    dropInvitation()
    setCode(null)
  }
  return [code, drop]
}

/** Which invitation a new account would come by, and a way to come by none. Nothing for whom no link brought here. */
export const InvitationLine = ({ contact }: { contact: RefObject<HTMLInputElement | null> }) => {
  const { t } = useTranslation('login')
  const [code, drop] = useInvitation()
  const [isDropped, setDropped] = useState(false)
  if (code === null && !isDropped) return null
  return (
    <div className={styles.invitation} role="status">
      <Icon name="gift" />
      {code === null ? (
        <p>{t('invitation.dropped')}</p>
      ) : (
        <>
          <p>{t('invitation.text', { code: groupedCode(code) })}</p>
          <Button
            variant="text"
            aria-label={t('invitation.dropLabel')}
            onClick={() => {
              setDropped(true)
              drop()
              // The button goes with the code.
              contact.current?.focus()
            }}
          >
            {t('invitation.drop')}
          </Button>
        </>
      )}
    </div>
  )
}
