import { formatColors } from '@minefall/shared/theme'
import { useTranslation } from 'react-i18next'
import { formatQuery } from '../../app/query-string.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { ShareLink } from '../../ui/ShareLink.tsx'
import type { Draft } from './draft.ts'

/** The address that opens the customizer with this theme. */
const addressOf = ({ name, colors }: Draft) => {
  const place = { modal: 'themes', step: 'custom', colors: formatColors(colors), name: name.trim() }
  return `${location.origin}/${formatQuery(place)}`
}

/** A theme as a link for others. */
export const ShareTheme = ({ draft, onClose }: { draft: Draft; onClose(): void }) => {
  const { t } = useTranslation(['themes', 'ui'])
  const title = t('share.title', { name: draft.name })
  return (
    <Dialog open onClose={onClose} title={title} description={t('share.text')} size="form">
      <ShareLink primary url={addressOf(draft)} label={t('share.link')} title={draft.name} />
    </Dialog>
  )
}
