import { Tabs } from '@base-ui/react/tabs'
import { accountCalls, nicknameBodySchema, type User } from '@minefall/shared/contracts/rest'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { ask } from '../../calls/api.ts'
import { isProfileTab, type ProfileTab, profileTabs } from '../../lib/search.ts'
import { sessionActor } from '../../machines/session/index.ts'
import { useForm } from '../../parts/forms/use-form.ts'
import formStyles from '../../ui/forms/form.module.css'
import { AccountForm, TextField } from '../../ui/forms/TextField.tsx'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { AvatarChoice, PictureUpload } from './avatar/AvatarChoice.tsx'
import avatar from './avatar/avatar.module.css'
import { ContactTab } from './contact/ContactTab.tsx'
import styles from './profile.module.css'

const longest = 20

/** Characters as the schema counts them. */
const lengthOf = (text: string) => [...text.normalize('NFKC').trim()].length

/** The name that everyone at a table sees. What is wrong with it is said while it is typed. */
const NicknameTab = ({ user }: { user: User }) => {
  const { t } = useTranslation(['profile', 'common'])
  const { field, values, reset, submit, busy, trouble } = useForm({
    schema: nicknameBodySchema,
    values: { nickname: user.nickname },
    eager: true,
    notice: 'nickname-updated',
    save: async (body) => {
      // The name in its one form, which may differ from what was typed.
      const { nickname } = await ask(accountCalls.changeNickname, { body })
      sessionActor.send({ type: 'session.userChanged', id: user.id, user: { nickname } })
      reset({ nickname })
    },
  })
  return (
    <AccountForm onSubmit={submit} busy={busy} trouble={trouble} save={t('nickname.save')}>
      <TextField
        {...field('nickname')}
        label={t('nickname.label')}
        hint={t('nickname.hint')}
        autoComplete="nickname"
        behind={
          <span className={formStyles.count} aria-hidden="true">
            {t('nickname.count', { count: lengthOf(values.nickname), most: longest })}
          </span>
        }
      />
    </AccountForm>
  )
}

/** A drawn avatar, or an uploaded picture. */
const AvatarTab = ({ user }: { user: User }) => (
  <div className={avatar.tab}>
    <AvatarChoice user={user} />
    <PictureUpload userId={user.id} />
  </div>
)

const signs: Record<ProfileTab, IconName> = {
  avatar: 'seats',
  phone: 'phone',
  email: 'mail',
  nickname: 'name',
}

const panels: Record<ProfileTab, (user: User) => ReactNode> = {
  avatar: (user) => <AvatarTab user={user} />,
  phone: (user) => <ContactTab user={user} kind="phone" />,
  email: (user) => <ContactTab user={user} kind="email" />,
  nickname: (user) => <NicknameTab user={user} />,
}

export type EditTabsProps = { user: User; tab: string | undefined; onTab(tab: ProfileTab): void }

/** What can be changed about oneself, one thing at a time. */
export const EditTabs = ({ user, tab, onTab }: EditTabsProps) => {
  const { t } = useTranslation('profile')
  const list = useRef<HTMLDivElement>(null)
  const named = useRef(tab !== undefined)
  // On a phone the tabs stand below what the account is; an address that names one leads there.
  useEffect(() => {
    if (named.current) list.current?.scrollIntoView({ block: 'start' })
  }, [])
  return (
    <Tabs.Root
      value={isProfileTab(tab) ? tab : profileTabs[0]}
      onValueChange={(value: unknown) => isProfileTab(value) && onTab(value)}
    >
      <Tabs.List className={styles.list} ref={list} aria-label={t('tabs.label')}>
        {profileTabs.map((name) => (
          <Tabs.Tab key={name} className={styles.tab} value={name}>
            <Icon name={signs[name]} size={18} />
            {t(`tabs.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {profileTabs.map((name) => (
        <Tabs.Panel key={name} className={styles.panel} value={name} tabIndex={-1}>
          {panels[name](user)}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  )
}
