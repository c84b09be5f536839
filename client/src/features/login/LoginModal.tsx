import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/Dialog.tsx'
import { LoginForm } from './LoginForm.tsx'

/** The global login modal, over whatever is shown. */
export const LoginModal = ({ onClose }: { onClose: () => void }) => {
  // Awaits every text of the form, so that keys never flash.
  const { t } = useTranslation(['login', 'notices', 'panels'])
  const contact = useRef<HTMLInputElement>(null)
  return (
    <Dialog open onClose={onClose} size="form" title={t('login:title')} initialFocus={contact}>
      <LoginForm contact={contact} />
    </Dialog>
  )
}
