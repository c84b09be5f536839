import { Tabs } from '@base-ui/react/tabs'
import { bodyCode } from '@minefall/shared/contracts'
import { useNavigate } from '@tanstack/react-router'
import { type RefObject, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { blockedNote, blockedText } from '../../calls/blocked.ts'
import { errorText } from '../../calls/notices.ts'
import { isCallError } from '../../lib/call-error.ts'
import { loginActor, useLogin } from '../../machines/login/actor.ts'
import { closeLogin, type LoginTab } from '../../machines/login/index.ts'
import { LanguageChoice } from '../../parts/LanguageChoice.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { Icon } from '../../ui/Icon.tsx'
import { toasts } from '../../ui/toasts.ts'
import { ChatButton } from '../chat/index.ts'
import { TermsLinks } from '../terms/index.ts'
import { CodeField, ContactField, InvitationField, PasswordField } from './ContactField.tsx'
import styles from './login.module.css'

const tabs = ['code', 'password'] as const satisfies readonly LoginTab[]
const choose = (tab: LoginTab) => loginActor.send({ type: 'tab.choose', tab })

/** The way to someone who can tell more. */
const Blocked = () => {
  // The form says it now.
  useEffect(() => toasts.close(blockedNote), [])
  return <ChatButton onOpen={() => closeLogin()} />
}

/** The undo token in the refusal of a login with a recently removed contact (1208). */
const undoOf = (error: unknown): string | null => {
  if (!isCallError(error) || error.code !== bodyCode.contactReserved) return null
  const { data } = error
  return typeof data === 'object' && data !== null && 'undo' in data ? String(data.undo) : null
}

/** The way to the undo page for an owner whose contact someone else changed. */
const Reserved = ({ undo }: { undo: string }) => {
  const { t } = useTranslation('login')
  const navigate = useNavigate()
  const go = () => {
    closeLogin()
    void navigate({ to: '/undo', hash: undo }).catch(() => undefined)
  }
  return <Button onClick={go}>{t('undo')}</Button>
}

const ErrorLine = () => {
  const { error, failed } = useLogin(({ context }) => context)
  if (error === null) return null
  const undo = undoOf(error)
  return (
    <>
      <p className={styles.error} role="alert">
        <Icon name="alert" />
        {errorText(error, failed === 'code' ? 'code-failed' : 'login-failed')}
      </p>
      {blockedText(error) !== null && <Blocked />}
      {undo !== null && <Reserved undo={undo} />}
    </>
  )
}

const Submit = () => {
  const { t } = useTranslation('login')
  const tab = useLogin(({ context }) => context.tab)
  const isSigning = useLogin((it) => it.hasTag('signing'))
  const canSubmit = useLogin((it) => it.can({ type: 'login.submit' }))
  return (
    <Button
      type="submit"
      variant="primary"
      size="big"
      wide
      busy={isSigning}
      data-click="submit-login"
      disabled={!canSubmit && !isSigning}
    >
      {t(isSigning ? 'submitting' : `submit.${tab}`)}
    </Button>
  )
}

/** Login and registration in one, by phone or email, with a code or a password. */
const LoginForm = ({ contact }: { contact: RefObject<HTMLInputElement | null> }) => {
  const { t } = useTranslation('login')
  const tab = useLogin(({ context }) => context.tab)
  const useCode = () => {
    choose('code')
    // The link goes with its tab.
    contact.current?.focus()
  }
  return (
    <Tabs.Root className={styles.login} value={tab} onValueChange={choose}>
      <Tabs.List className={styles.tabs} aria-label={t('tabs.label')} activateOnFocus>
        {tabs.map((name) => (
          <Tabs.Tab key={name} className={styles.tab} value={name}>
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          loginActor.send({ type: 'login.submit' })
        }}
      >
        <ContactField inputRef={contact} />
        <Tabs.Panel className={styles.panel} value="code" tabIndex={-1}>
          <CodeField />
          <InvitationField />
        </Tabs.Panel>
        <Tabs.Panel className={styles.panel} value="password" tabIndex={-1}>
          <PasswordField />
        </Tabs.Panel>
        <ErrorLine />
        {tab === 'code' && (
          <p className={styles.terms}>
            <TermsLinks of="register" />
          </p>
        )}
        <Submit />
      </form>
      <div className={styles.foot}>
        <LanguageChoice named />
        {tab === 'password' && (
          <Button variant="text" className={styles.useCode} onClick={useCode}>
            {t('password.useCode')}
          </Button>
        )}
      </div>
    </Tabs.Root>
  )
}

/** The global login modal, over whatever is shown. */
export const LoginModal = ({ onClose }: { onClose: () => void }) => {
  // Awaits every text of the form, so that keys never flash.
  const { t } = useTranslation(['login', 'notices', 'panels', 'terms'])
  const contact = useRef<HTMLInputElement>(null)
  return (
    <Dialog open onClose={onClose} size="form" title={t('login:title')} initialFocus={contact}>
      <LoginForm contact={contact} />
    </Dialog>
  )
}
