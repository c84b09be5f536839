import { useTranslation } from 'react-i18next'
import { useOnline } from '../../lib/use-online.ts'
import { Note } from '../../ui/Note.tsx'

/** Says while there is no network that nothing can be saved: the page's own banner is behind the sheet. */
export const OfflineNote = () => {
  const { t } = useTranslation('profile')
  return useOnline() ? null : <Note icon="offline">{t('offline')}</Note>
}
