import { Tabs } from '@base-ui/react/tabs'
import type { User } from '@minefall/shared/contracts'
import { type ReactNode, useEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { isProfileTab, type ProfileTab, profileTabs } from '../../app/search.ts'
import { Icon, type IconName } from '../../ui/Icon.tsx'
import { AvatarTab } from './avatar/AvatarTab.tsx'
import { ContactTab } from './contact/ContactTab.tsx'
import styles from './edit-tabs.module.css'
import { NicknameTab } from './NicknameTab.tsx'

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
