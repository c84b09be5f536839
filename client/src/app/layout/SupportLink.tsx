import { useTranslation } from 'react-i18next'
import { openChat } from '../../features/chat/door.ts'
import shape from '../../styles/shape.module.css'
import { Icon } from '../../ui/Icon.tsx'
import styles from './IconLink.module.css'
import { Unread } from './Unread.tsx'

/** The way to support, where the header has room; on phones it is in the settings and in the footer. */
export const SupportLink = () => {
  const { t } = useTranslation('panels')
  const name = t('layout.support')
  return (
    <button type="button" className={styles.link} title={name} data-click="open-chat" onClick={openChat}>
      <Icon name="chat" size={22} />
      <span className={shape.aside}>{name}</span>
      <Unread className={styles.count} />
    </button>
  )
}
